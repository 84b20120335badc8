import { formatInstant } from '#/lib/format.ts'
import { Copyable } from '#/ui/copyable.tsx'
import { Facts } from '#/ui/facts.tsx'
import { None } from '#/ui/none.tsx'
import { Sheet } from '#/ui/sheet.tsx'
import type { AuditEntry } from './audit-queries.ts'
import { actorName, actorTypeNames, readable, valueText } from './audit-text.ts'
import { EntryObject } from './entry-object.tsx'

interface AuditEntrySheetProps {
  entry: AuditEntry
  onClose: () => void
}

/** Everything that an entry says. */
export function AuditEntrySheet({ entry, onClose }: AuditEntrySheetProps) {
  return (
    <Sheet
      open
      title={readable(entry.action)}
      description={`${actorName(entry.actor)}, ${formatInstant(entry.createdAt)}`}
      onOpenChange={onClose}
    >
      <Facts facts={factsOf(entry)} />
      <h2 className="mt-6 mb-2 text-s font-semibold">Changes</h2>
      <Changes changes={entry.changes} />
    </Sheet>
  )
}

function factsOf(entry: AuditEntry) {
  const { actor, objectId, ipAddress, userAgent } = entry
  const { impersonatedUserName: name, impersonatedUserId: id } = actor
  return [
    { label: 'Kind of actor', value: actorTypeNames[actor.type] },
    ...(id === null ? [] : [{ label: 'Acted as', value: name ?? 'Deleted user' }]),
    { label: 'Object', value: <EntryObject entry={entry} /> },
    { label: 'Object ID', value: objectId === null ? <None /> : <Copyable text={objectId} /> },
    { label: 'IP address', value: ipAddress ?? <None /> },
    { label: 'Browser or program', value: userAgent ?? <None /> },
    { label: 'Operation', value: entry.action },
  ]
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes === null) {
    return <p className="text-s text-ink-2">Erased together with the customer’s personal data.</p>
  }
  if (changes.length === 0) {
    return <p className="text-s text-ink-2">No field changed its value.</p>
  }
  return (
    <ul className="grid gap-3">
      {changes.map((change) => (
        <li key={change.field} className="rounded-s border p-3 text-s">
          <p className="mb-1 font-medium">{readable(change.field)}</p>
          {change.before !== undefined && <Value label="Before" value={change.before} />}
          {change.after !== undefined && <Value label="After" value={change.after} />}
        </li>
      ))}
    </ul>
  )
}

function Value({ label, value }: { label: string; value: unknown }) {
  return (
    <p className="flex gap-3">
      <span className="w-12 shrink-0 text-ink-3">{label}</span>
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{valueText(value)}</span>
    </p>
  )
}
