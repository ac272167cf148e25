package worker

// ofThisMachine is what only this kind has.
var ofThisMachine []uint32
