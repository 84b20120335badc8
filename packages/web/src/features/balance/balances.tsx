import { useQuery } from '@tanstack/react-query'
import { Totals } from '#/entities/order/totals.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Card } from '#/ui/card.tsx'
import { Money } from '#/ui/money.tsx'
import { type Balance, balanceQuery } from './balance-queries.ts'
import { currencyName, customerSumOf, type Part, partsOf, taxPartsOf } from './balance-text.ts'

/** Cards for each currency with sales. */
export function Balances() {
  const { id } = useOrganization()
  const { data } = useQuery({
    ...balanceQuery(id),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const balances = data?.balances ?? []
  if (balances.length === 0) return null
  return (
    <div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
      {balances.map((balance) => (
        <InCurrency key={balance.currency} balance={balance} />
      ))}
    </div>
  )
}

function InCurrency({ balance }: { balance: Balance }) {
  const { currency, availableAmount, taxAmount } = balance
  const name = currencyName(currency)
  const ofCustomers = customerSumOf(balance)
  return (
    <>
      <Sum
        title={`Available in ${name}`}
        description="Sales less refunds, disputes, fees, credit given and payouts. Excludes tax."
        parts={partsOf(balance)}
        total={{ label: 'Available', amount: availableAmount }}
        currency={currency}
      />
      <Sum
        title={`Tax in ${name}`}
        description="Tax collected for tax authorities, less refunds."
        parts={taxPartsOf(balance)}
        total={{ label: 'Tax', amount: taxAmount }}
        currency={currency}
      />
      {ofCustomers && (
        <Sum
          title={`${ofCustomers.label} in ${name}`}
          description={ofCustomers.description}
          parts={[]}
          total={ofCustomers}
          currency={currency}
        />
      )}
    </>
  )
}

interface SumProps {
  title: string
  description: string
  parts: readonly Part[]
  total: Part
  currency: string
}

function Sum({ title, description, parts, total, currency }: SumProps) {
  return (
    <Card title={title} description={description}>
      <p className="mb-4 text-figure">
        <Money amount={total.amount} currency={currency} />
      </p>
      {parts.length > 0 && <Totals lines={parts} total={total} currency={currency} />}
    </Card>
  )
}
