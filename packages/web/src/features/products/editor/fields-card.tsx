import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { customFieldsToChoose } from '#/features/products/choice-queries.ts'
import type { CustomField } from '#/features/products/product-queries.ts'
import { moved } from '#/lib/moved.ts'
import { AddingCombobox } from '#/ui/adding-combobox.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { FieldError } from '#/ui/field.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import type { ProductForm } from './product-form.ts'

interface FieldsCardProps {
  form: UseFormReturn<ProductForm>
  onNew: () => void
}

/** The custom fields of the checkout. */
export function FieldsCard({ form, onNew }: FieldsCardProps) {
  const { id: organizationId } = useOrganization()
  const { data: all = [] } = useQuery(customFieldsToChoose(organizationId))
  const attached = useWatch({ control: form.control, name: 'fields' })
  const change = (next: Attached) => form.setValue('fields', next, { shouldDirty: true })
  const left = all.filter(({ id }) => attached.every((field) => field.id !== id))
  const attach = (id: CustomField['id']) => change([...attached, { id, required: false }])
  return (
    <Card
      title="Checkout fields"
      description="Information customers provide at checkout."
      actions={
        <Button size="s" onClick={onNew}>
          <Plus aria-hidden="true" /> New field
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {attached.length > 0 && <AttachedFields {...{ attached, all, change }} />}
        {left.length > 0 && (
          <AddingCombobox
            label="Add a field"
            options={left.map(({ id, name, slug }) => ({ value: id, label: name, hint: slug }))}
            onAdd={attach}
            empty="No matching fields."
          />
        )}
        {all.length === 0 && (
          <p className="text-s text-ink-2">
            No fields yet. Select “New field” to add a question, a date or a choice.
          </p>
        )}
      </div>
      <FieldError id="fields-error">{form.formState.errors.fields?.message}</FieldError>
    </Card>
  )
}

type Attached = ProductForm['fields']

interface AttachedFieldsProps {
  attached: Attached
  all: readonly CustomField[]
  change: (next: Attached) => void
}

function AttachedFields({ attached, all, change }: AttachedFieldsProps) {
  const nameOf = (id: string) => all.find((field) => field.id === id)?.name ?? 'Field'
  const require = (id: string, required: boolean) =>
    change(attached.map((field) => (field.id === id ? { ...field, required } : field)))
  return (
    <SortableList
      label="Checkout fields in order"
      items={attached}
      idOf={({ id }) => id}
      nameOf={({ id }) => nameOf(id)}
      onMove={(from, to) => change(moved(attached, from, to))}
      actions={({ id }) => (
        <RemoveButton
          size="s"
          label={`Remove ${nameOf(id)}`}
          onRemove={() => change(attached.filter((field) => field.id !== id))}
        />
      )}
    >
      {({ id, required }) => (
        <span className="flex flex-wrap items-center gap-x-4">
          <span className="min-w-24 flex-1 wrap-anywhere">{nameOf(id)}</span>
          <Checkbox
            label={
              <>
                Required<span className="sr-only"> for {nameOf(id)}</span>
              </>
            }
            checked={required}
            onChange={({ target }) => require(id, target.checked)}
          />
        </span>
      )}
    </SortableList>
  )
}
