import type { ReactNode } from 'react'
import { Card } from '#/ui/card.tsx'
import { Facts } from '#/ui/facts.tsx'

interface ReadOnlyCardProps {
  title: string
  facts: readonly { label: string; value: ReactNode }[]
}

/** The same settings, read-only. */
export function ReadOnlyCard({ title, facts }: ReadOnlyCardProps) {
  return (
    <Card title={title} description="Only owners and admins can change this.">
      <Facts facts={facts} />
    </Card>
  )
}
