import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Coins from 'lucide-react/icons/coins'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { linkClasses } from '#/ui/link-classes.ts'
import { Money } from '#/ui/money.tsx'
import { Pagination } from '#/ui/pagination.tsx'
import { DayOf } from '#/ui/time.tsx'
import { AdjustBalanceDialog } from './adjust-balance-dialog.tsx'
import { entryActor, entryTitle } from './balance-entry-text.ts'
import {
  type CustomerBalance as Balance,
  type BalanceEntry,
  balanceEntriesQuery,
  customerBalanceQuery,
} from './customer-balance-queries.ts'
import type { Customer } from './customer-queries.ts'
import { PayOutDialog } from './pay-out-dialog.tsx'

const perPage = 10

/** The balance of a customer in each currency, and what changed it. */
export function CustomerBalance({ customer }: { customer: Customer }) {
  const { id } = useOrganization()
  const [page, setPage] = useState(1)
  const { data: balances } = useQuery(customerBalanceQuery(id, customer.id))
  const { data, error } = useQuery(balanceEntriesQuery(id, customer.id, { page, limit: perPage }))
  const total = data?.pagination.totalCount ?? 0
  return (
    <Card
      flush
      title="Balance"
      description={<Sums balances={balances ?? []} />}
      actions={<Actions customer={customer} balances={balances ?? []} />}
    >
      <Entries
        count={data?.items.length ?? null}
        failure={error && failureMessage(error)}
        empty="No credit so far."
      >
        {data?.items.map((entry) => (
          <BalanceChange key={entry.id} entry={entry} />
        ))}
      </Entries>
      {total > perPage && (
        <div className="border-t px-4 py-2">
          <Pagination page={page} limit={perPage} total={total} onChange={setPage} />
        </div>
      )}
    </Card>
  )
}

function Sums({ balances }: { balances: readonly Balance[] }) {
  if (balances.length === 0) return 'Credit pays for renewals and checkouts of this customer.'
  return balances.map(({ id, balance, usableAmount, currency }) => (
    <span key={id} className="block">
      <strong className="font-semibold text-ink">
        <Money amount={balance} currency={currency} />
      </strong>{' '}
      {balance < 0 ? 'is owed and charged with the next order' : 'of credit'}
      {balance > 0 && usableAmount !== balance && (
        <>
          , of which the next order uses{' '}
          {usableAmount === 0 ? 'nothing' : formatMoney(usableAmount, currency.toUpperCase())}: the
          rest belongs to purchases that the customer hasn’t accepted
        </>
      )}
    </span>
  ))
}

interface ActionsProps {
  customer: Customer
  balances: readonly Balance[]
}

function Actions({ customer, balances }: ActionsProps) {
  const { role } = useOrganization()
  const [asked, setAsked] = useState<'adjust' | 'pay out' | null>(null)
  if (!mayIn(role, 'sales', 'write')) return null
  const balance = balances.find(({ currency }) => currency === 'usd') ?? null
  const close = () => setAsked(null)
  return (
    <div className="flex gap-2">
      {balance !== null && balance.payableAmount > 0 && (
        <Button size="s" onClick={() => setAsked('pay out')}>
          Pay out
        </Button>
      )}
      <Button size="s" onClick={() => setAsked('adjust')}>
        Adjust
      </Button>
      {asked === 'adjust' && (
        <AdjustBalanceDialog
          customer={customer}
          usableAmount={balance?.usableAmount ?? 0}
          onClose={close}
        />
      )}
      {asked === 'pay out' && balance !== null && (
        <PayOutDialog customer={customer} balance={balance} onClose={close} />
      )}
    </div>
  )
}

function BalanceChange({ entry }: { entry: BalanceEntry }) {
  const { amount, currency, reason, createdAt, orderId } = entry
  const actor = entryActor(entry)
  return (
    <Entry
      icon={<Coins />}
      title={entryTitle(entry)}
      action={<Money amount={amount} currency={currency} />}
    >
      {reason !== null && <span className="wrap-anywhere">{reason}</span>}
      {orderId !== null && <ToOrder orderId={orderId} />}
      {actor !== null && <span>by {actor}</span>}
      <span>
        <DayOf at={createdAt} />
      </span>
    </Entry>
  )
}

function ToOrder({ orderId }: { orderId: NonNullable<BalanceEntry['orderId']> }) {
  const { slug } = useOrganization()
  return (
    <Link to="/dashboard/$slug/orders/$orderId" params={{ slug, orderId }} className={linkClasses}>
      Order
    </Link>
  )
}
