import { Card } from './card.tsx'
import { Facts } from './facts.tsx'

interface PairsCardProps {
  title: string
  pairs: Readonly<Record<string, string | number | boolean | null>>
}

/** Shows key-value pairs, or nothing if there are none. */
export function PairsCard({ title, pairs }: PairsCardProps) {
  const facts = Object.entries(pairs).map(([name, value]) => ({
    label: name,
    value: <span className="wrap-anywhere">{value === null ? 'none' : String(value)}</span>,
  }))
  if (facts.length === 0) return null
  return (
    <Card title={title}>
      <Facts facts={facts} />
    </Card>
  )
}
