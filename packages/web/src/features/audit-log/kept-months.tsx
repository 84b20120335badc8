import { auditMonthsMax, updateAuditLogSettings } from '@guildhall/contract/audit/audit-log'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { useToast } from '#/ui/toast.tsx'
import { auditSettingsQuery } from './audit-queries.ts'

const choices = [1, 3, 6, 12, 24, 36, 60, 84, auditMonthsMax]

/** How long entries are kept; owners can change it. */
export function KeptMonths() {
  const { id, role } = useOrganization()
  const { data } = useQuery(auditSettingsQuery(id))
  const client = useQueryClient()
  const toast = useToast()
  const save = useMutation({
    mutationFn: (keptMonths: number) =>
      api.call(updateAuditLogSettings, { params: { id }, body: { keptMonths } }),
    onSuccess: (saved) => {
      client.setQueryData(auditSettingsQuery(id).queryKey, saved)
      toast({ tone: 'good', title: `Entries are kept for ${monthsText(saved.keptMonths)}` })
    },
    onError: (error) =>
      toast({ tone: 'bad', title: 'Not saved', description: failureMessage(error) }),
  })
  if (data === undefined) return null
  if (!mayIn(role, 'audit', 'manage')) {
    return (
      <p className="mb-4 text-s text-ink-2">Entries are kept for {monthsText(data.keptMonths)}.</p>
    )
  }
  return (
    <div className="mb-4 max-w-72">
      <Field label="Keep entries for" hint="Older entries are deleted every night.">
        <NativeSelect
          value={data.keptMonths}
          disabled={save.isPending}
          onChange={(event) => save.mutate(Number(event.target.value))}
        >
          {[...new Set([...choices, data.keptMonths])].toSorted(byNumber).map((months) => (
            <option key={months} value={months}>
              {monthsText(months)}
            </option>
          ))}
        </NativeSelect>
      </Field>
    </div>
  )
}

const byNumber = (one: number, other: number): number => one - other

function monthsText(months: number): string {
  const isYears = months % 12 === 0
  const count = isYears ? months / 12 : months
  return `${count} ${isYears ? 'year' : 'month'}${count === 1 ? '' : 's'}`
}
