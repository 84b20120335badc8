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
import { isSetUp, setupSteps } from './setup-steps.ts'

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
  const { data: seller } = useSuspenseQuery(sellerDetailsQuery(id))
  const { preferences, choose } = usePreferences({ userId, organizationId: id })
  const facts = { ...data.setup, hasSellerAddress: seller.address !== null }
  const steps = isSetUp(facts) || preferences.isSetupHidden ? [] : setupSteps(facts, role)
  return (
    <div className="grid gap-4">
      <AttentionCard attention={data.attention} />
      {steps.length > 0 && (
        <SetupCard steps={steps} onHide={() => choose({ isSetupHidden: true })} />
      )}
      <FiguresCard timeZone={data.timeZone} preferences={preferences} choose={choose} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ActivityCard activity={data.activity} />
        {aside}
      </div>
    </div>
  )
}
