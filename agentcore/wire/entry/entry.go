package entry

// MaxName is how many letters a server's name may have.
const MaxName = 64

// Problem says why an entry is not started, or a tool not offered: a code, for
// whoever finds words for it. The zero value says that nothing is wrong.
type Problem struct {
	Code Code `json:"code"`
	// Name is what it is about, such as a key, a variable or a program, and
	// Detail what else there is to say of it.
	Name   string `json:"name,omitempty"`
	Detail string `json:"detail,omitempty"`
}

// Code is what can be wrong with an entry.
type Code string

// What can be wrong with an entry; behind each what Name and Detail are.
const (
	NoText     Code = "no_text"     // Name must be text
	NoList     Code = "no_list"     // Name must be a list of texts
	NoTexts    Code = "no_texts"    // Name must be texts by their names
	NoSwitch   Code = "no_switch"   // Name must be true or false
	NoTime     Code = "no_time"     // the timeout Detail is no time
	TimeRange  Code = "time_range"  // the timeout is nothing, or more than an hour
	Transport  Code = "transport"   // its type is Detail, which is none that is known
	Of         Code = "of_host"     // it is a part of another host, Name, and no server
	BothWays   Code = "both"        // it names a command and an address
	Nothing    Code = "nothing"     // it names neither a command nor an address
	Address    Code = "address"     // Detail is no address of a server
	Header     Code = "header"      // Name is no header that can be sent
	OAuth      Code = "oauth"       // its oauth is not of the form of a Client, or has no ID
	NoName     Code = "no_name"     // its name is empty
	Hidden     Code = "hidden"      // its name holds what cannot be shown
	LongName   Code = "long_name"   // its name is too long
	OwnName    Code = "own_name"    // its name Name belongs to a part of Deskhand
	LikeOwn    Code = "like_own"    // its name Name looks like Detail, which belongs to a part of Deskhand
	Folder     Code = "folder"      // its folder is named neither from the root nor from ~/
	Nul        Code = "nul"         // the command holds a character that none can hold
	Variable   Code = "variable"    // Name is no name of a variable
	Dangerous  Code = "dangerous"   // the variable Name is refused for the Effect Detail
	Unset      Code = "unset"       // the variable Name that it refers to is not set
	UnknownVar Code = "unknown_var" // the reference Name means nothing here
	Input      Code = "input"       // the input Name has not been given yet; Detail says what it is
	NoProgram  Code = "no_program"  // the program Name is not on this computer
	NotOne     Code = "not_one"     // the command Name is a program with its arguments
	Files      Code = "files"       // what it would run cannot be read: Detail

	// What can be wrong with a file of entries, and the first two with an entry too.
	NoObject  Code = "no_object"  // Name, or the whole, must be an object in braces
	Twice     Code = "twice"      // the key Name is there more than once: which one counts is anybody's guess
	Syntax    Code = "syntax"     // it is not in the format Name, in the line Detail if that is known
	TooLong   Code = "too_long"   // it is longer than Detail MiB
	NoServers Code = "no_servers" // it names none

	// What can be wrong with a tool, besides NoName.
	ToolForm     Code = "tool_form"      // its definition cannot be understood
	ToolLongName Code = "tool_long_name" // its name has more than Detail letters
	ToolLongText Code = "tool_long_text" // its description has more than Detail KiB
	ToolLikeOwn  Code = "tool_like_own"  // its name looks like Name, which belongs to a part of Deskhand
	ToolSchema   Code = "tool_schema"    // the schema of its arguments cannot be used: Detail, in the words of who checked it
	ToolTask     Code = "tool_task"      // it runs only as a task, which calls of ours are not
)

// Effect is what a variable does to the programs that are given it.
type Effect string

// What variables do. The first three are refused.
const (
	DoesLibraries Effect = "libraries" // programs load foreign libraries
	DoesModules   Effect = "modules"   // programs load foreign modules
	DoesCode      Effect = "code"      // programs run foreign code

	DoesPath       Effect = "path"       // programs are looked for where it says
	DoesProgram    Effect = "program"    // it names a program that others start
	DoesSettings   Effect = "settings"   // settings are read where it says
	DoesPackages   Effect = "packages"   // packages are fetched from where it says
	DoesUnchecked  Effect = "unchecked"  // what is fetched is checked less
	DoesBelieved   Effect = "believed"   // it says who on the network is believed
	DoesContainers Effect = "containers" // containers run where it says
	DoesProxy      Effect = "proxy"      // what is sent goes through there
)
