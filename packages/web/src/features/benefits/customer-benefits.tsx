import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import type { Grant } from '#/entities/benefit/grants-of-source.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Pagination } from '#/ui/pagination.tsx'
import { Status } from '#/ui/status.tsx'
import { Time } from '#/ui/time.tsx'
import { GrantFailure } from './grant-failure.tsx'
import { customerGrantsQuery, holdersPerPage } from './grant-queries.ts'
import { GrantSource } from './grant-source.tsx'
import { heldSince } from './held-since.ts'

interface CustomerBenefitsProps {
  customerId: Grant['customerId']
}

/** What a customer holds or is to get, and because of what. */
export function CustomerBenefits({ customerId }: CustomerBenefitsProps) {
  const { id } = useOrganization()
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(customerGrantsQuery(id, { customerId, page }))
  const total = data?.pagination.totalCount ?? 0
  return (
    <Card flush title="Benefits">
      <Entries
        count={data?.items.length ?? null}
        failure={error && failureMessage(error)}
        empty="Holds no benefits."
      >
        {data?.items.map((grant) => (
          <HeldBenefit key={grant.id} grant={grant} />
        ))}
      </Entries>
      {total > holdersPerPage && (
        <div className="border-t px-4 py-2">
          <Pagination page={page} limit={holdersPerPage} total={total} onChange={setPage} />
        </div>
      )}
    </Card>
  )
}

function HeldBenefit({ grant }: { grant: Grant }) {
  const { benefit, status, error } = grant
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
      badge={status !== 'granted' && <Status state={status} />}
    >
      <span>{name}</span>
      <GrantSource grant={grant} />
      {since !== null && (
        <span>
          since <Time at={since} />
        </span>
      )}
      {error !== null && <GrantFailure error={error} />}
    </Entry>
  )
}
