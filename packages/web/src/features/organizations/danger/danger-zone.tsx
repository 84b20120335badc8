import type { RunSensitive } from '#/entities/account/sensitive-action.ts'
import { DeleteCard } from './delete-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { useDangerFacts } from './use-danger-facts.ts'

export function DangerZone({ run }: { run: RunSensitive }) {
  const { contents, isOnlyOwner } = useDangerFacts()
  return (
    <div className="grid max-w-170 gap-4">
      <LeaveCard isOnlyOwner={isOnlyOwner} />
      <DeleteCard contents={contents} run={run} />
    </div>
  )
}
