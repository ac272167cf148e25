package early

import (
	"os"
	"strings"
)

func init() {
	for _, variable := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		value := os.Getenv(variable)
		if value == "" {
			continue
		}
		if strings.HasPrefix(value, "C.") && os.Getenv("LANGUAGE") == "" {
			// It fails only for invalid names.
			_ = os.Setenv("LANGUAGE", "en")
		}
		return
	}
}
