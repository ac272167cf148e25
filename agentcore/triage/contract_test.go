package triage_test

import (
	"testing"

	"github.com/deskhand/deskhand/agentcore/store/storetest"
	"github.com/deskhand/deskhand/agentcore/triage"
)

func TestThePlansInMemoryKeepTheContractOfTheRealOnes(t *testing.T) {
	storetest.Plans(t, func(*testing.T) triage.Plans { return &memory{} })
}
