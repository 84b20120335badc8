import type { Overview } from '@guildhall/contract/overview/overview'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { sellerDetailsQuery } from '#/entities/organization/seller-details-query.ts'
import { ActivityCard } from './activity-card.tsx'
import { AttentionCard } from './attention-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { overviewQuery } from './overview-query.ts'
import { usePreferences } from './preferences.ts'
import { SetupCard } from './setup-card.tsx'
import { setupSteps, showsSetup } from './setup-steps.ts'

interface HomeProps {
  /** The current user. */
  userId: string
  /** Next to the latest activity. */
  aside: ReactNode
}

/** What needs hands, what is left to set up, the figures, and what happened lately. */
export function Home({ userId, aside }: HomeProps) {
  const { id, role } = useOrganization()
  const { data } = useSuspenseQuery(overviewQuery(id))
  const { preferences, choose } = usePreferences({ userId, organizationId: id })
  return (
    <div className="grid gap-4">
      <AttentionCard attention={data.attention} />
      {showsSetup(data.setup, { role, ...preferences }) && (
        <Setup facts={data.setup} onHide={() => choose({ isSetupHidden: true })} />
      )}
      <FiguresCard timeZone={data.timeZone} preferences={preferences} choose={choose} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ActivityCard activity={data.activity} />
        {aside}
      </div>
    </div>
  )
}

interface SetupProps {
  facts: Overview['setup']
  onHide: () => void
}

function Setup({ facts, onHide }: SetupProps) {
  const { id, role } = useOrganization()
  const { data: seller } = useSuspenseQuery(sellerDetailsQuery(id))
  const setup = { ...facts, hasSellerAddress: seller.address !== null }
  return <SetupCard steps={setupSteps(setup, role)} onHide={onHide} />
}
