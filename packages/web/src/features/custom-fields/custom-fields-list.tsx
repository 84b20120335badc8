import { useQuery } from '@tanstack/react-query'
import SearchX from 'lucide-react/icons/search-x'
import TextCursorInput from 'lucide-react/icons/text-cursor-input'
import { useMemo, useState } from 'react'
import { callCode } from '../../lib/call-code.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import type { ListView } from '../../lib/list-view.ts'
import { mayIn } from '../../lib/roles.ts'
import { useKeptFocus } from '../../lib/use-kept-focus.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { customFieldColumns } from './custom-field-columns.tsx'
import { EditCustomFieldDialog } from './custom-field-dialog.tsx'
import type { CustomFieldMenuProps } from './custom-field-menu.tsx'
import {
  type CustomField,
  type CustomFieldsView,
  customFieldsQuery,
} from './custom-field-queries.ts'
import { DeleteCustomFieldDialog } from './delete-custom-field-dialog.tsx'

interface CustomFieldsListProps {
  view: CustomFieldsView
  onViewChange: (view: ListView, how: { replace: boolean }) => void
}

/** What buyers can be asked. */
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
            <NoMatch onClear={() => onViewChange({}, { replace: false })} />
          )
        }
      />
      {dialog}
    </>
  )
}

interface Asked {
  what: 'edit' | 'delete'
  /** As it was then: whoever deletes it meanwhile leaves the question standing. */
  customField: CustomField
}

/** The fields with what can be done about each, and the dialog that was asked for. */
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
  const done = (news: string) => {
    toast({ title: news })
    onClose()
  }
  return what === 'edit' ? (
    <EditCustomFieldDialog
      customField={customField}
      onSaved={({ name }) => done(`${name} is saved`)}
      onClose={onClose}
    />
  ) : (
    <DeleteCustomFieldDialog
      customField={customField}
      onDeleted={() => done(`${customField.name} is deleted`)}
      onClose={onClose}
    />
  )
}

function NoCustomFields() {
  return (
    <EmptyState
      icon={<TextCursorInput />}
      title="Buyers aren’t asked anything"
      calls={callCode(window.location.origin, create)}
    >
      A custom field asks buyers something at the checkout of each product that it’s added to: a
      size, a name for the license, a date.
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
    properties: { formLabel: 'What shall be engraved?', maxLength: 40 },
  },
} as const

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No field matches"
      action={<Button onClick={onClear}>Show all fields</Button>}
    >
      No field has these words in its name or slug.
    </EmptyState>
  )
}
