import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { benefitsToChoose } from '#/features/products/choice-queries.ts'
import type { Benefit } from '#/features/products/product-queries.ts'
import { moved } from '#/lib/moved.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { FieldError } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { SortableList } from '#/ui/sortable-list.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { ProductForm } from './product-form.ts'

interface BenefitsCardProps {
  form: UseFormReturn<ProductForm>
  onNew: () => void
}

/** Up to this many fit without a search. */
const searchedFrom = 10

/** The benefits of the product, and those that can be added. */
export function BenefitsCard({ form, onNew }: BenefitsCardProps) {
  const { id } = useOrganization()
  const { data: all } = useQuery(benefitsToChoose(id))
  const chosen = useWatch({ control: form.control, name: 'benefits' })
  const change = (next: Benefit['id'][]) => form.setValue('benefits', next, { shouldDirty: true })
  const toggle = (toggled: Benefit['id'], isChosen: boolean) =>
    change(isChosen ? [...chosen, toggled] : chosen.filter((one) => one !== toggled))
  const nameOf = (one: Benefit['id']) =>
    all?.find((benefit) => benefit.id === one)?.description ?? 'Deleted benefit'
  return (
    <Card
      title="Benefits"
      description="What customers get after payment, in display order."
      actions={
        <Button size="s" onClick={onNew}>
          <Plus aria-hidden="true" /> New benefit
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {all === undefined ? (
          <Skeleton className="h-16" />
        ) : (
          <>
            {chosen.length > 1 && (
              <SortableList
                label="Benefits in order"
                items={chosen}
                idOf={(one) => one}
                nameOf={nameOf}
                onMove={(from, to) => change(moved(chosen, from, to))}
              >
                {(one) => <span className="wrap-anywhere">{nameOf(one)}</span>}
              </SortableList>
            )}
            <Choice all={all} chosen={chosen} onToggle={toggle} />
          </>
        )}
      </div>
      <FieldError id="benefits-error">{form.formState.errors.benefits?.message}</FieldError>
    </Card>
  )
}

interface ChoiceProps {
  all: readonly Benefit[]
  chosen: readonly Benefit['id'][]
  onToggle: (benefit: Benefit['id'], isChosen: boolean) => void
}

function Choice({ all, chosen, onToggle }: ChoiceProps) {
  const [typed, setTyped] = useState('')
  // Deleted by someone else since; it can only be removed.
  const gone = chosen.filter((one) => all.every(({ id }) => id !== one))
  if (all.length === 0 && gone.length === 0) {
    return (
      <p className="text-s text-ink-2">
        No benefits yet. Select “New benefit” to add a license key, a download or an invitation.
      </p>
    )
  }
  const query = typed.trim().toLowerCase()
  const found = all.filter(({ description }) => description.toLowerCase().includes(query))
  const groups = Object.entries(benefitTypeDetails).map(([type, look]) => ({
    ...look,
    benefits: found.filter((benefit) => benefit.type === type),
  }))
  return (
    <>
      {all.length >= searchedFrom && (
        <TextInput
          aria-label="Find a benefit"
          placeholder="Find a benefit"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {gone.map((one) => (
        <Checkbox key={one} checked label="Deleted benefit" onChange={() => onToggle(one, false)} />
      ))}
      {found.length === 0 && query !== '' && (
        <p className="text-s text-ink-2">No matching benefits.</p>
      )}
      {groups.map(
        ({ name, icon: Icon, benefits }) =>
          benefits.length > 0 && (
            <Fieldset
              key={name}
              legend={
                <span className="flex items-center gap-1.5">
                  <Icon aria-hidden="true" className="size-4 text-ink-3" />
                  {name}
                </span>
              }
            >
              {benefits.map((benefit) => (
                <Checkbox
                  key={benefit.id}
                  label={<span className="wrap-anywhere">{benefit.description}</span>}
                  checked={chosen.includes(benefit.id)}
                  disabled={!benefit.selectable}
                  onChange={({ target }) => onToggle(benefit.id, target.checked)}
                />
              ))}
            </Fieldset>
          ),
      )}
    </>
  )
}
