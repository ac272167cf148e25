; The installer: for this person, without an administrator. scripts/package-windows.sh
; defines TREE (the files), OUT, VERSION and NUMBERS.
Unicode true
Target amd64-unicode ; Deskhand is of 64 bits too
ManifestDPIAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Deskhand"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Deskhand"
InstallDirRegKey HKCU "Software\Deskhand" "Folder"
BrandingText "Deskhand ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Deskhand"
VIAddVersionKey "FileDescription" "Installs Deskhand"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"

!include "MUI2.nsh"
!define MUI_ICON "${TREE}\..\icon.ico"
!define MUI_UNICON "${TREE}\..\icon.ico"
!define MUI_FINISHPAGE_RUN "$INSTDIR\deskhand-window.exe"
!insertmacro MUI_PAGE_LICENSE "${TREE}\LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString Tidy ${LANG_ENGLISH} "Tidy with Deskhand"
LangString Tidy ${LANG_GERMAN} "Mit Deskhand aufräumen"
LangString Kept ${LANG_ENGLISH} "Deskhand is removed. Its settings and its history are still here:$\n$\n$APPDATA\deskhand$\n$LOCALAPPDATA\deskhand$\n$\nDelete these folders if you do not want to undo anything any more."
LangString Kept ${LANG_GERMAN} "Deskhand ist entfernt. Einstellungen und Verlauf sind noch hier:$\n$\n$APPDATA\deskhand$\n$LOCALAPPDATA\deskhand$\n$\nLöschen Sie diese Ordner, wenn Sie nichts mehr rückgängig machen möchten."

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Deskhand"
!define OPENER "Software\Classes\Applications\deskhand-window.exe"

Section
	SetShellVarContext current
	SetOutPath "$INSTDIR"
	File "${TREE}\deskhand.exe"
	File "${TREE}\deskhand-window.exe"
	File "${TREE}\LICENSE.txt"
	File "${TREE}\THIRD_PARTY_NOTICES.txt"
	File "${TREE}\CHANGELOG.md"
	WriteUninstaller "$INSTDIR\uninstall.exe"

	CreateShortCut "$SMPROGRAMS\Deskhand.lnk" "$INSTDIR\deskhand-window.exe"
	CreateShortCut "$SENDTO\Deskhand.lnk" "$INSTDIR\deskhand-window.exe"
	; A folder, and the background of one that is open.
	WriteRegStr HKCU "Software\Classes\Directory\shell\Deskhand" "" "$(Tidy)"
	WriteRegStr HKCU "Software\Classes\Directory\shell\Deskhand" "Icon" "$INSTDIR\deskhand-window.exe"
	WriteRegStr HKCU "Software\Classes\Directory\shell\Deskhand\command" "" '"$INSTDIR\deskhand-window.exe" -- "%1"'
	WriteRegStr HKCU "Software\Classes\Directory\Background\shell\Deskhand" "" "$(Tidy)"
	WriteRegStr HKCU "Software\Classes\Directory\Background\shell\Deskhand" "Icon" "$INSTDIR\deskhand-window.exe"
	WriteRegStr HKCU "Software\Classes\Directory\Background\shell\Deskhand\command" "" '"$INSTDIR\deskhand-window.exe" -- "%V\."'
	; Open with.
	WriteRegStr HKCU "${OPENER}" "FriendlyAppName" "Deskhand"
	WriteRegStr HKCU "${OPENER}\shell\open\command" "" '"$INSTDIR\deskhand-window.exe" -- "%1"'
	WriteRegStr HKCU "${OPENER}\SupportedTypes" ".pdf" ""
	WriteRegStr HKCU "${OPENER}\SupportedTypes" ".png" ""
	WriteRegStr HKCU "${OPENER}\SupportedTypes" ".jpg" ""
	WriteRegStr HKCU "${OPENER}\SupportedTypes" ".jpeg" ""
	WriteRegStr HKCU "${OPENER}\SupportedTypes" ".tif" ""
	WriteRegStr HKCU "${OPENER}\SupportedTypes" ".tiff" ""

	WriteRegStr HKCU "Software\Deskhand" "Folder" "$INSTDIR"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Deskhand"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
	WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\deskhand-window.exe"
	WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The developers of Deskhand"
	WriteRegStr HKCU "${UNINSTALL}" "URLInfoAbout" "https://github.com/deskhand/deskhand"
	WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
	WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
	WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
	WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
	WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
	SetShellVarContext current
	Delete "$INSTDIR\deskhand.exe"
	Delete "$INSTDIR\deskhand-window.exe"
	Delete "$INSTDIR\LICENSE.txt"
	Delete "$INSTDIR\THIRD_PARTY_NOTICES.txt"
	Delete "$INSTDIR\CHANGELOG.md"
	Delete "$INSTDIR\uninstall.exe"
	RMDir "$INSTDIR" ; only if nothing else is in it
	Delete "$SMPROGRAMS\Deskhand.lnk"
	Delete "$SENDTO\Deskhand.lnk"
	DeleteRegKey HKCU "Software\Classes\Directory\shell\Deskhand"
	DeleteRegKey HKCU "Software\Classes\Directory\Background\shell\Deskhand"
	DeleteRegKey HKCU "${OPENER}"
	DeleteRegKey HKCU "${UNINSTALL}"
	DeleteRegKey HKCU "Software\Deskhand"
	MessageBox MB_OK|MB_ICONINFORMATION "$(Kept)" /SD IDOK
SectionEnd
