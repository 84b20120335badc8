import { useQuery } from '@tanstack/react-query'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { type Grant, grantsOfSource, type Source } from '#/entities/benefit/grants-of-source.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { GrantFailure } from './grant-failure.tsx'
import { heldSince } from './held-since.ts'

/** What an order or a subscription gives, and what it gave. Nothing if it never gave any. */
export function SourceBenefits({ source }: { source: Source }) {
  const { id } = useOrganization()
  const { data: grants = [], error } = useQuery(grantsOfSource(id, source))
  if (error) return <Banner tone="bad">{failureMessage(error)}</Banner>
  if (grants.length === 0) return null
  return (
    <Card flush title="Benefits">
      <ul>
        {grants.map((grant) => (
          <GivenBenefit key={grant.id} grant={grant} />
        ))}
      </ul>
    </Card>
  )
}

function GivenBenefit({ grant }: { grant: Grant }) {
  const { benefit, status, revokedAt, error } = grant
  const since = heldSince(grant)
  const { icon: Icon, name } = benefitTypeDetails[benefit.type]
  return (
    <Entry
      icon={<Icon />}
      title={
        <ObjectLink type="benefit" id={benefit.id}>
          {benefit.description}
        </ObjectLink>
      }
      badge={<Status state={status} />}
    >
      <span>{name}</span>
      {since !== null && (
        <span>
          since <Time at={since} />
        </span>
      )}
      {revokedAt !== null && (
        <span>
          until <Time at={revokedAt} />
        </span>
      )}
      {error !== null && <GrantFailure error={error} />}
    </Entry>
  )
}
