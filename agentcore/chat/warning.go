package chat

// Warning is something that the user should know, as data; words are made where it is
// shown.
type Warning struct {
	Code WarningCode `json:"code,omitempty"`
	// Text is a warning of an earlier version, in words.
	Text string `json:"text,omitempty"`
	// Path is the file or folder, Name the server or the model concerned.
	Path string `json:"path,omitempty"`
	Name string `json:"name,omitempty"`
	// Shown and Of: how many of how many.
	Shown int `json:"shown,omitempty"`
	Of    int `json:"of,omitempty"`
	// Args and Done are details, as the code's comment says.
	Args []string `json:"args,omitempty"`
	Done []string `json:"done,omitempty"`
}

// WarningCode is the subject of a warning.
type WarningCode string

// The warnings.
const (
	WarningServerDown    WarningCode = "server_down"    // its tools are left out
	WarningServerChanged WarningCode = "server_changed" // not started until the user agrees to it again
	WarningRequestCut    WarningCode = "request_cut"    // a model sees a part of the user's message

	// The answer claims changes of the kinds Args that no call made: the tools Done made
	// others; earlier turns made some; nothing made any.
	WarningClaimed      WarningCode = "claimed"
	WarningClaimedNow   WarningCode = "claimed_now"
	WarningClaimedNever WarningCode = "claimed_never"
	WarningUnknownFiles WarningCode = "unknown_files" // Args, which a summary names and no tool mentioned

	WarningOldestDropped  WarningCode = "oldest_dropped"  // of a conversation, too long to be summed up
	WarningResultCut      WarningCode = "result_cut"      // the newest, to fit the context window
	WarningCallsDropped   WarningCode = "calls_dropped"   // Of, to fit the context window
	WarningWindowGuessed  WarningCode = "window_guessed"  // of the model Name: Of tokens
	WarningModelsSilent   WarningCode = "models_silent"   // only the rules are left; Args: each model and its FaultCode
	WarningModelsStopped  WarningCode = "models_stopped"  // the same, after some answers
	WarningFitUnread      WarningCode = "fit_unread"      // how a conversation was shortened
	WarningFitUnsaved     WarningCode = "fit_unsaved"     // the same
	WarningCountUnsaved   WarningCode = "count_unsaved"   // how a model counts
	WarningAnswerUnsaved  WarningCode = "answer_unsaved"  // an unfinished one
	WarningHabitsUnsaved  WarningCode = "habits_unsaved"  // what the user corrected
	WarningUnrecorded     WarningCode = "unrecorded"      // what was done
	WarningFolderChanging WarningCode = "folder_changing" // while it was searched
	WarningLink           WarningCode = "link"            // it is left alone
	WarningProject        WarningCode = "project"         // its files are left alone
)
