// Package rank chooses among candidates by weights that were fitted to documents
// whose right answers are known, and says how likely the choice is right.
//
// A Model is a conditional logit: the score of a candidate is the sum of the
// weights of its features, "none of these" has a score of its own, and the
// probabilities are the softmax of the scores. A logistic calibration turns the
// best one's probability into the share of choices like it that were right on
// documents that the fit had not seen.
//
// It imports the standard library alone and holds no state; a Model is safe for
// concurrent use.
package rank
