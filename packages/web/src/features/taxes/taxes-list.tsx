import { useQuery } from '@tanstack/react-query'
import Landmark from 'lucide-react/icons/landmark'
import { useMemo, useState } from 'react'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { mayIn } from '../../lib/roles.ts'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { EditRegistrationDialog } from './registration-dialog.tsx'
import type { RegistrationMenuProps } from './registration-menu.tsx'
import { RemoveRegistrationDialog } from './remove-registration-dialog.tsx'
import { taxColumns } from './tax-columns.tsx'
import { type TaxesView, type TaxRegistration, taxesQuery } from './tax-queries.ts'
import { placeName } from './tax-words.ts'

interface TaxesListProps {
  view: TaxesView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** Where the organization collects tax. */
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
        Tax comes on top of your prices, by where the buyer is. The rates are the standard ones this
        server knows; whether they are right for what you sell is for your tax adviser to say.
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
  /** As it was then: whoever removes it meanwhile leaves the question standing. */
  registration: TaxRegistration
}

/** The places with what can be done about each, and the dialog that was asked for. */
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
  const done = (news: string) => {
    toast({ title: `${placeName(registration)} is ${news}` })
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
    <EmptyState icon={<Landmark />} title="You collect no tax">
      {mayWrite
        ? 'Buyers pay your prices and nothing on top. Once you are registered for tax somewhere, press “Add place”.'
        : 'Buyers pay the prices and nothing on top. Owners and admins add the places where tax is collected.'}
    </EmptyState>
  )
}
