import { useQuery } from '@tanstack/react-query'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import { useMemo, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { callCode } from '#/lib/call-code.ts'
import type { ListView } from '#/lib/list-view.ts'
import { useKeptFocus } from '#/lib/use-kept-focus.ts'
import { EmptyState } from '#/ui/empty-state.tsx'
import { ListCard } from '#/ui/list-card.tsx'
import { NoMatch } from '#/ui/no-match.tsx'
import { useToast } from '#/ui/toast.tsx'
import { customFieldColumns } from './custom-field-columns.tsx'
import { EditCustomFieldDialog } from './custom-field-dialog.tsx'
import type { CustomFieldMenuProps } from './custom-field-menu.tsx'
import { type CustomField, customFieldsQuery } from './custom-field-queries.ts'
import type { CustomFieldsView } from './custom-fields-view.ts'
import { DeleteCustomFieldDialog } from './delete-custom-field-dialog.tsx'

interface CustomFieldsListProps {
  view: CustomFieldsView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** The custom fields of an organization. */
export function CustomFieldsList({ view, onViewChange }: CustomFieldsListProps) {
  const { id, role } = useOrganization()
  const { data } = useQuery({
    ...customFieldsQuery(id, view),
    throwOnError: (_, query) => query.state.data === undefined,
  })
  const { rows, dialog } = useCustomFieldRows(data?.items)
  const mayWrite = mayIn(role, 'catalog', 'write')
  return (
    <>
      <ListCard
        label="Custom fields"
        search="Search fields"
        columns={customFieldColumns}
        rows={rows}
        total={data?.pagination.totalCount}
        rowId={({ customField }) => customField.id}
        {...(mayWrite && { onOpen: ({ onEdit }: CustomFieldMenuProps) => onEdit() })}
        view={view}
        onViewChange={onViewChange}
        sortedBy="slug"
        empty={
          view.q === undefined ? (
            <NoCustomFields />
          ) : (
            <NoMatch noun="fields" onClear={() => onViewChange({}, { replace: false })}>
              No field has a name or slug like this.
            </NoMatch>
          )
        }
      />
      {dialog}
    </>
  )
}

interface Asked {
  what: 'edit' | 'delete'
  /** A snapshot, so that the dialog stays open when someone else deletes the object. */
  customField: CustomField
}

/** The fields with their menus, and the open dialog. */
function useCustomFieldRows(customFields: readonly CustomField[] | undefined) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const rows = useMemo(
    () =>
      customFields?.map((customField) => ({
        customField,
        onEdit: () => setAsked({ what: 'edit', customField }),
        onDelete: () => setAsked({ what: 'delete', customField }),
      })),
    [customFields],
  )
  useKeptFocus(asked !== null)
  const dialog = asked && <AskedDialog {...asked} onClose={() => setAsked(null)} />
  return { rows, dialog }
}

function AskedDialog({ what, customField, onClose }: Asked & { onClose: () => void }) {
  const toast = useToast()
  const done = (title: string) => {
    toast({ title })
    onClose()
  }
  return what === 'edit' ? (
    <EditCustomFieldDialog
      customField={customField}
      onSaved={({ name }) => done(`${name} saved`)}
      onClose={onClose}
    />
  ) : (
    <DeleteCustomFieldDialog
      customField={customField}
      onDeleted={() => done(`${customField.name} deleted`)}
      onClose={onClose}
    />
  )
}

function NoCustomFields() {
  return (
    <EmptyState
      icon={<TextCursorInput />}
      title="No custom fields yet"
      calls={callCode(window.location.origin, create)}
    >
      Custom fields collect information at checkout, such as a size, a license name or a date.
    </EmptyState>
  )
}

const create = {
  method: 'POST',
  path: '/v1/custom-fields/',
  sdk: 'customFields.create',
  argument: {
    type: 'text',
    slug: 'engraving',
    name: 'Engraving',
    properties: { formLabel: 'What should we engrave?', maxLength: 40 },
  },
} as const
