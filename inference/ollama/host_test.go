package ollama

import "testing"

func TestTheHostIsUnderstoodInAllItsSpellings(t *testing.T) {
	rows := []struct {
		host, want string
		local      bool
	}{
		{"", "http://127.0.0.1:11434", true},
		{"  ", "http://127.0.0.1:11434", true},
		{"0.0.0.0", "http://127.0.0.1:11434", true},
		{"0.0.0.0:9000", "http://127.0.0.1:9000", true},
		{":9000", "http://127.0.0.1:9000", true},
		{"127.0.0.1", "http://127.0.0.1:11434", true},
		{"9000", "http://127.0.0.1:9000", true},
		{"HTTP://127.0.0.1:9000", "http://127.0.0.1:9000", true},
		{"localhost:11434", "http://localhost:11434", true},
		{"\"localhost\"", "http://localhost:11434", true},
		{"http://localhost", "http://localhost:80", true},
		{"https://ollama.example", "https://ollama.example:443", false},
		{"http://example.com:8080/base/", "http://example.com:8080/base", false},
		{"example.com/base", "http://example.com:11434/base", false},
		{"[::]:9000", "http://[::1]:9000", true},
		{"[::]", "http://[::1]:11434", true},
		{"::1", "http://[::1]:11434", true},
		{"192.168.1.5", "http://192.168.1.5:11434", false},
	}
	for _, row := range rows {
		t.Run(row.host, func(t *testing.T) {
			c, err := New(Config{Host: row.host})
			if err != nil || c.Address() != row.want || c.Local() != row.local {
				t.Errorf("got %+v, %v", c, err)
			}
		})
	}
}

func TestWhatIsNoHostIsRefused(t *testing.T) {
	for _, host := range []string{"ftp://x", "localhost:99999", "localhost:port", "user:pw@host", "http://a b"} {
		if c, err := New(Config{Host: host}); err == nil {
			t.Errorf("%s became %s", host, c.Address())
		}
	}
}
