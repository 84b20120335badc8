import { licenseKeyStatuses } from '@guildhall/contract/entitlements/license-key-shapes'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ViewedList } from '#/entities/saved-view/viewed-list.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { FilterChip } from '#/ui/filter-chip.tsx'
import { MenuItem } from '#/ui/menu.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { Status } from '#/ui/status.tsx'
import { ExportKeysButton } from './export-keys-button.tsx'
import { keyColumns } from './key-columns.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { keyQuery, keysQuery, type ListedKey } from './key-queries.ts'
import { type KeysView, newestFirst, readKeysView } from './keys-view.ts'

interface KeysCardProps {
  benefitId: ListedKey['benefitId']
  view: KeysView
  onViewChange: (view: KeysView, how: { replace: boolean }) => void
}

/** The license keys of a benefit; each opens in a dialog. */
export function KeysCard({ benefitId, view, onViewChange }: KeysCardProps) {
  const { id } = useOrganization()
  const { data } = useQuery({
    ...keysQuery(id, { benefitId, view }),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { keys: page, key: opened, key_sort: sort, key_status: status, view: saved } = view
  const show = (changed: Loose, how = { replace: false }) =>
    onViewChange(readKeysView(changed), how)
  const { key: _, ...list } = view
  const filter = (chosen: KeysView['key_status']) =>
    show({ ...list, key_status: chosen, keys: undefined })
  return (
    <>
      <ViewedList
        list="license_keys"
        title="License keys"
        actions={<ExportKeysButton benefitId={benefitId} view={view} />}
        parameters={{ key_sort: sort, key_status: status, view: saved }}
        onViewOpen={(search) => show(search)}
        label="License keys"
        filters={
          <FilterChip name="Status" value={status ?? null} onClear={() => filter(undefined)}>
            {licenseKeyStatuses.map((one) => (
              <MenuItem key={one} onSelect={() => filter(one)}>
                <Status state={one} />
              </MenuItem>
            ))}
          </FilterChip>
        }
        columns={keyColumns}
        rows={data?.items}
        total={data?.pagination.totalCount}
        rowId={(key) => key.id}
        onOpen={(key) => show({ ...list, key: key.id })}
        view={{ ...(sort && { sort }), ...(page && { page }), ...(saved && { view: saved }) }}
        onViewChange={(next, how) =>
          show({ key_status: status, key_sort: next.sort, keys: next.page, view: next.view }, how)
        }
        sortedBy={newestFirst}
        empty={
          status === undefined ? (
            <EmptyState icon={<KeyRound />} title="No license keys yet">
              Each purchase of a product with this benefit gives the customer a key of their own.
            </EmptyState>
          ) : (
            <NoMatch noun="license keys" onClear={() => filter(undefined)}>
              No key of this benefit has this status.
            </NoMatch>
          )
        }
      />
      {opened !== undefined && (
        <OpenedKey id={opened} onClose={() => show(list, { replace: true })} />
      )}
    </>
  )
}

type Loose = Parameters<typeof readKeysView>[0]

/** Nothing while it loads, and for a key that doesn’t exist. */
function OpenedKey({ id, onClose }: { id: string; onClose: () => void }) {
  const organization = useOrganization()
  const { data: key } = useQuery(keyQuery(organization.id, id))
  return key && <KeyDialog key={key.id} licenseKey={key} onClose={onClose} />
}
