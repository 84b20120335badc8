import { useQuery } from '@tanstack/react-query'
import Landmark from 'lucide-react/icons/landmark'
import { useMemo, useState } from 'react'
import { placeName } from '#/entities/address/place-name.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import type { ListView } from '#/lib/list-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { useToast } from '#/ui/toast.tsx'
import { EditRegistrationDialog } from './registration-dialog.tsx'
import type { RegistrationMenuProps } from './registration-menu.tsx'
import { RemoveRegistrationDialog } from './remove-registration-dialog.tsx'
import { taxColumns } from './tax-columns.tsx'
import { type TaxRegistration, taxesQuery } from './tax-queries.ts'
import type { TaxesView } from './taxes-view.ts'

interface TaxesListProps {
  view: TaxesView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The tax registrations of an organization. */
export function TaxesList({ view, onViewChange }: TaxesListProps) {
  const { id, role } = useOrganization()
  const { data } = useQuery({
    ...taxesQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useRegistrationRows(data?.items)
  const mayWrite = mayIn(role, 'organization', 'update')
  return (
    <>
      <p className="mb-4 max-w-170 text-s text-ink-2">
        Tax is added to your prices based on the customer’s location, at standard rates. Check with
        a tax adviser whether they apply to your products.
      </p>
      <ListCard
        label="Taxes"
        columns={taxColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ registration }) => registration.id}
        {...(mayWrite && { onOpen: ({ onEdit }: RegistrationMenuProps) => onEdit() })}
        view={view}
        onViewChange={onViewChange}
        sortedBy="country"
        empty={<NoTaxes mayWrite={mayWrite} />}
      />
      {dialog}
    </>
  )
}

interface Asked {
  what: 'edit' | 'remove'
  /** A snapshot, so that the dialog stays open when someone else removes the object. */
  registration: TaxRegistration
}

/** The registrations with their menus, and the open dialog. */
function useRegistrationRows(registrations: readonly TaxRegistration[] | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const rows = useMemo(
    () =>
      registrations?.map((registration) => ({
        registration,
        onEdit: () => setAsked({ what: 'edit', registration }),
        onRemove: () => setAsked({ what: 'remove', registration }),
      })),
    [registrations],
  )
  useKeptFocus(asked !== null)
  const dialog = asked && <AskedDialog {...asked} onClose={() => setAsked(null)} />
  return { rows, dialog }
}

function AskedDialog({ what, registration, onClose }: Asked & { onClose: () => void }) {
  const toast = useToast()
  const done = (message: string) => {
    toast({ title: `${placeName(registration)} ${message}` })
    onClose()
  }
  return what === 'edit' ? (
    <EditRegistrationDialog
      registration={registration}
      onSaved={() => done('saved')}
      onClose={onClose}
    />
  ) : (
    <RemoveRegistrationDialog
      registration={registration}
      onRemoved={() => done('removed')}
      onClose={onClose}
    />
  )
}

function NoTaxes({ mayWrite }: { mayWrite: boolean }) {
  return (
    <EmptyState icon={<Landmark />} title="No tax registrations">
      {mayWrite
        ? 'No tax is added to your prices. Select “Add registration” once you are registered for tax.'
        : 'No tax is added to prices. Owners and admins can add tax registrations.'}
    </EmptyState>
  )
}
