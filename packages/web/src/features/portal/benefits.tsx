import { useQuery } from '@tanstack/react-query'
import { HeldBenefit } from '#/entities/benefit/held-benefit.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { later } from '#/ui/later.tsx'
import { BenefitFiles } from './benefit-files.tsx'
import { Day } from './day.tsx'
import { ExternalBenefit } from './external-benefit.tsx'
import { LicenseKeys } from './license-keys.tsx'
import { grantsQuery, loadNote, type PortalGrant, type Shop } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface BenefitsProps {
  shop: Shop
  /** False for a buyer who only typed the address. */
  isProved: boolean
}

/** What the customer holds. Nothing while there is none. */
export function Benefits(props: BenefitsProps) {
  const { api } = usePortal()
  const { data = [], error } = useQuery(grantsQuery(api))
  if (error && data.length === 0) return <Banner tone="bad">{failureMessage(error)}</Banner>
  if (data.length === 0) return null
  return (
    <Card flush title="Benefits">
      <ul>
        {oncePerBenefit(data).map((grant) => (
          <Held {...props} key={grant.id} grant={grant} />
        ))}
      </ul>
    </Card>
  )
}

/** What was bought twice gives the same note and the same files; its keys are listed together. */
function oncePerBenefit(grants: readonly PortalGrant[]): PortalGrant[] {
  return [...new Map(grants.map((grant) => [grant.benefitId, grant])).values()]
}

/** Most benefits have no note to format. */
const Note = later(loadNote)

interface HeldProps extends BenefitsProps {
  grant: PortalGrant
}

function Held(props: HeldProps) {
  const { status, grantedAt, benefit } = props.grant
  const { type, description } = benefit
  return (
    <HeldBenefit
      type={type}
      title={description}
      about={
        status === 'granted' &&
        grantedAt !== null && (
          <>
            since <Day at={grantedAt} />
          </>
        )
      }
    >
      <Content {...props} />
    </HeldBenefit>
  )
}

function Content(props: HeldProps) {
  const { benefit } = props.grant
  switch (benefit.type) {
    case 'custom': {
      const { note } = benefit.properties
      return note !== null && <Note text={note} level={4} className="text-s" />
    }
    case 'downloadables':
      return <BenefitFiles benefitId={benefit.id} />
    case 'license_keys':
      return <LicenseKeys benefitId={benefit.id} />
    case 'discord':
    case 'github_repository':
      return <ExternalBenefit {...props} benefit={benefit} />
    case 'meter_credit':
      // The card about usage says what is left.
      return null
  }
}
