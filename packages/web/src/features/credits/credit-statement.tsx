import { useQuery } from '@tanstack/react-query'
import Coins from 'lucide-react/icons/coins'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatQuantity } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { Pagination } from '#/ui/pagination.tsx'
import { DayOf } from '#/ui/time.tsx'
import {
  type CreditLot,
  type CreditMovement,
  lotsQuery,
  movementsQuery,
  type OfMeter,
} from './credit-queries.ts'
import { closingText, lotTitle, movementTitle } from './credit-text.ts'

const perPage = 20

/** Every lot of a customer’s meter, with what is left of it. */
export function CreditLots({ of }: { of: OfMeter }) {
  const { id } = useOrganization()
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(lotsQuery(id, of, { page, limit: perPage }))
  return (
    <Card flush title="Credits" description="As of now, with everything that was used.">
      <Entries
        count={data?.items.length ?? null}
        failure={error && failureMessage(error)}
        empty="No credits so far."
      >
        {data?.items.map((lot) => (
          <Lot key={lot.id} lot={lot} />
        ))}
      </Entries>
      <Pages page={page} total={data?.pagination.totalCount ?? 0} onChange={setPage} />
    </Card>
  )
}

function Lot({ lot }: { lot: CreditLot }) {
  const { units, remainingUnits, reason, createdAt, expiresAt, closedAt, rollover } = lot
  const closing = closingText(lot)
  return (
    <Entry
      icon={<Coins />}
      title={lotTitle(lot)}
      action={
        <span className="figures text-right">
          {formatQuantity(remainingUnits)} <span className="text-ink-3">of</span>{' '}
          {formatQuantity(units)}
        </span>
      }
    >
      {reason !== null && <span className="wrap-anywhere">{reason}</span>}
      {closing !== null && closedAt !== null && (
        <span>
          {closing} <DayOf at={closedAt} />
        </span>
      )}
      {closing === null && expiresAt !== null && (
        <span>
          Expires <DayOf at={expiresAt} />
        </span>
      )}
      {closing === null && rollover && <span>Rolls over</span>}
      <span>
        <DayOf at={createdAt} />
      </span>
    </Entry>
  )
}

/** Everything that changed the credits of a customer’s meter. */
export function CreditMovements({ of }: { of: OfMeter }) {
  const { id } = useOrganization()
  const [page, setPage] = useState(1)
  const { data, error } = useQuery(movementsQuery(id, of, { page, limit: perPage }))
  return (
    <Card
      flush
      title="Statement"
      description="Usage is entered when something else happens to the credits, or its period is billed."
    >
      <Entries
        count={data?.items.length ?? null}
        failure={error && failureMessage(error)}
        empty="Nothing has changed so far."
      >
        {data?.items.map((movement) => (
          <Movement key={movement.id} movement={movement} />
        ))}
      </Entries>
      <Pages page={page} total={data?.pagination.totalCount ?? 0} onChange={setPage} />
    </Card>
  )
}

function Movement({ movement }: { movement: CreditMovement }) {
  const { units, balance, reason, createdAt } = movement
  return (
    <Entry
      title={movementTitle(movement)}
      action={
        <span className="figures text-right">
          {units > 0 && '+'}
          {formatQuantity(units)}
        </span>
      }
    >
      {reason !== null && <span className="wrap-anywhere">{reason}</span>}
      <span>balance {formatQuantity(balance)}</span>
      <span>
        <DayOf at={createdAt} />
      </span>
    </Entry>
  )
}

interface PagesProps {
  page: number
  total: number
  onChange: (page: number) => void
}

function Pages({ page, total, onChange }: PagesProps) {
  if (total <= perPage) return null
  return (
    <div className="border-t px-4 py-2">
      <Pagination page={page} limit={perPage} total={total} onChange={onChange} />
    </div>
  )
}
