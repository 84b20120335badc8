import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useExistingPage } from '#/lib/use-existing-page.ts'
import { Card } from '#/ui/card.tsx'
import { DataTable } from '#/ui/data-table.tsx'
import { EmptyState } from '#/ui/empty-state.tsx'
import { keyColumns } from './key-columns.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { keyQuery, keysPerPage, keysQuery, type ListedKey } from './key-queries.ts'
import type { KeysView } from './keys-view.ts'

interface KeysCardProps {
  benefitId: ListedKey['benefitId']
  view: KeysView
  onViewChange: (view: KeysView, how: { replace: boolean }) => void
}

/** The license keys of a benefit; each opens in a dialog. */
export function KeysCard({ benefitId, view, onViewChange }: KeysCardProps) {
  const { id } = useOrganization()
  const { keys: page = 1, key: opened } = view
  const { data } = useQuery({
    ...keysQuery(id, { benefitId, page }),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const total = data?.pagination.totalCount
  const show = ({ keys, key }: KeysView, how = { replace: false }) =>
    onViewChange({ ...(keys && keys > 1 && { keys }), ...(key && { key }) }, how)
  useExistingPage({ page, limit: keysPerPage, total }, (keys) => show({ keys }, { replace: true }))
  return (
    <Card flush title="License keys">
      <DataTable
        label="License keys"
        columns={keyColumns}
        rows={data?.items}
        rowId={(key) => key.id}
        onOpen={(key) => show({ keys: page, key: key.id })}
        view={{ page, search: '' }}
        onViewChange={(next) => show({ keys: next.page })}
        total={total ?? 0}
        limit={keysPerPage}
        empty={
          <EmptyState icon={<KeyRound />} title="No license keys yet">
            Each purchase of a product with this benefit gives the customer a key of their own.
          </EmptyState>
        }
      />
      {opened !== undefined && (
        <OpenedKey id={opened} onClose={() => show({ keys: page }, { replace: true })} />
      )}
    </Card>
  )
}

/** Nothing while it loads, and for a key that doesn’t exist. */
function OpenedKey({ id, onClose }: { id: string; onClose: () => void }) {
  const organization = useOrganization()
  const { data: key } = useQuery(keyQuery(organization.id, id))
  return key && <KeyDialog key={key.id} licenseKey={key} onClose={onClose} />
}
