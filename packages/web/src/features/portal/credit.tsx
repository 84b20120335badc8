import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Money } from '#/ui/money.tsx'
import { creditText } from './credit-text.ts'
import { type Wallet, walletsQuery } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The customer’s credit, and what it will be used for. Nothing while there is none. */
export function Credit() {
  const { api } = usePortal()
  const { data } = useQuery(walletsQuery(api))
  const wallets = (data ?? []).filter(({ balance }) => balance !== 0)
  return wallets.map((wallet) => <InCurrency key={wallet.id} wallet={wallet} />)
}

function InCurrency({ wallet }: { wallet: Wallet }) {
  const { balance, currency } = wallet
  const code = currency.toUpperCase()
  return (
    <Card title={balance > 0 ? 'Your credit' : 'Your balance'}>
      <p className="text-figure">
        <Money amount={balance} currency={code} />
      </p>
      <p className="mt-1 text-s text-ink-2">
        {creditText(wallet, (amount) => formatMoney(amount, code))}
      </p>
    </Card>
  )
}
