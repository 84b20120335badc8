import { DeleteCard } from './delete-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { useDangerFacts } from './use-danger-facts.ts'

export function DangerZone() {
  const { contents, isOnlyOwner } = useDangerFacts()
  return (
    <div className="grid max-w-170 gap-4">
      <LeaveCard isOnlyOwner={isOnlyOwner} />
      <DeleteCard contents={contents} />
    </div>
  )
}
