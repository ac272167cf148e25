package confine

// ofThisMachine is what only this kind has.
var ofThisMachine []uint32
