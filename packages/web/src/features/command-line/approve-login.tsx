import { useState } from 'react'
import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { Banner } from '#/ui/banner.tsx'
import { CodeForm } from './code-form.tsx'
import { DecisionForm } from './decision-form.tsx'
import type { FoundLogin } from './found-login.ts'

interface ApproveLoginProps {
  /** In which the user may create access tokens. */
  organizations: readonly OwnOrganization[]
  run: RunSensitive
}

type Outcome = { approvedFor: string } | 'denied'

/** The code, then what it belongs to and the decision, then what became of it. */
export function ApproveLogin({ organizations, run }: ApproveLoginProps) {
  const [login, setLogin] = useState<FoundLogin | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  if (outcome === 'denied') {
    return <Banner title="Denied.">The command line got no access.</Banner>
  }
  if (outcome !== null) {
    return (
      <Banner tone="good" title="Approved.">
        The command line can now act for {outcome.approvedFor}. Return to the terminal.
      </Banner>
    )
  }
  if (login === null) return <CodeForm onFound={setLogin} />
  return (
    <DecisionForm
      login={login}
      organizations={organizations}
      run={run}
      onApproved={(approvedFor) => setOutcome({ approvedFor })}
      onDenied={() => setOutcome('denied')}
    />
  )
}
