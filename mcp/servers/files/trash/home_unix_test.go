//go:build unix && !darwin

package trash

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// TestTheTrashOfADiskIsTheOneThatIsSafeToUse follows the rules of the freedesktop.org
// specification.
func TestTheTrashOfADiskIsTheOneThatIsSafeToUse(t *testing.T) {
	uid := strconv.Itoa(os.Getuid())
	tests := []struct {
		name    string
		prepare func(top string) error
		want    string // below the top; empty: none can be used
	}{
		{"nothing is there", func(string) error { return nil }, topPrefix + uid},
		{"an administrator made one for all", func(top string) error {
			return errors.Join(os.Mkdir(filepath.Join(top, dotName), 0o777), os.Chmod(filepath.Join(top, dotName), 0o1777|os.ModeSticky))
		}, dotName + "/" + uid},
		{"the one for all lets others rename what is in it", func(top string) error {
			return os.Mkdir(filepath.Join(top, dotName), 0o777)
		}, topPrefix + uid},
		{"the one for all is a link", func(top string) error {
			real := filepath.Join(top, "real")
			return errors.Join(os.Mkdir(real, 0o777), os.Chmod(real, 0o777|os.ModeSticky), os.Symlink(real, filepath.Join(top, dotName)))
		}, topPrefix + uid},
		{"one's own in the one for all is a link", func(top string) error {
			shared := filepath.Join(top, dotName)
			return errors.Join(os.Mkdir(shared, 0o777), os.Chmod(shared, 0o777|os.ModeSticky), os.Symlink(top, filepath.Join(shared, uid)))
		}, topPrefix + uid},
		{"one's own is a link", func(top string) error {
			return os.Symlink(os.TempDir(), filepath.Join(top, topPrefix+uid))
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			top := t.TempDir()
			if err := tt.prepare(top); err != nil {
				t.Fatal(err)
			}
			trash, ok := ownTrash(top)
			if ok != (tt.want != "") || ok && trash != filepath.Join(top, tt.want) {
				t.Errorf("it is %s (%v), want %s", trash, ok, tt.want)
			}
			if ok && (!Valid(trash) || Base(trash) != top || Flat(trash)) {
				t.Errorf("%s is reached from %s", trash, Base(trash))
			}
		})
	}
}
