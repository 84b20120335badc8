import { useQuery } from '@tanstack/react-query'
import Shuffle from 'lucide-react/icons/shuffle'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { productsToChoose } from '#/entities/product/products-to-choose.ts'
import { randomCode } from '#/lib/random-code.ts'
import { Button } from '#/ui/button.tsx'
import { renderDay } from '#/ui/day-field.tsx'
import { Field } from '#/ui/field.tsx'
import { renderMetadata } from '#/ui/metadata-editor.tsx'
import { MultiCombobox } from '#/ui/multi-combobox.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { DiscountDraft } from './discount-draft.ts'
import type { Discount } from './discount-queries.ts'
import { TermsFields } from './terms-fields.tsx'

interface DiscountFormProps {
  form: UseFormReturn<DiscountDraft>
  /** Null for a new one. */
  existing: Discount | null
}

export function DiscountForm({ form, existing }: DiscountFormProps) {
  return (
    <>
      <NameFields form={form} />
      <TermsFields form={form} existing={existing} />
      <ProductsField form={form} existing={existing} />
      <DaysFields form={form} />
      <Field
        label="Redemptions"
        optional
        hint="Total number of redemptions across all customers."
        error={form.formState.errors.redemptionsMax?.message}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          placeholder="Unlimited"
          {...form.register('redemptionsMax')}
        />
      </Field>
      <Controller name="metadata" control={form.control} render={renderMetadata} />
    </>
  )
}

type PartProps = Pick<DiscountFormProps, 'form'>

function NameFields({ form }: PartProps) {
  const { errors } = form.formState
  const draw = () =>
    form.setValue('code', randomCode(), { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <Field label="Name" hint="Shown to customers at checkout." error={errors.name?.message}>
        <TextInput autoComplete="off" placeholder="Spring sale" {...form.register('name')} />
      </Field>
      <Field
        label="Code"
        optional
        hint="Customers enter it at checkout; case doesn’t matter. Without a code, the discount only works through checkout links."
        error={errors.code?.message}
      >
        <div className="flex gap-2">
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="SPRING20"
            className="min-w-0"
            {...form.register('code')}
          />
          <Button className="h-9" onClick={draw}>
            <Shuffle aria-hidden="true" /> Generate
          </Button>
        </div>
      </Field>
    </>
  )
}

/** Products for sale, and archived ones that are already selected. */
function ProductsField({ form, existing }: DiscountFormProps) {
  const { id } = useOrganization()
  const { data: sold = [] } = useQuery(productsToChoose(id))
  const soldIds = sold.map((product): string => product.id)
  const others = (existing?.products ?? []).filter((product) => !soldIds.includes(product.id))
  const options = [...sold, ...others].map((product) => ({
    value: product.id,
    label: product.name,
  }))
  return (
    <Controller
      name="products"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <Field
          label="Products"
          optional
          hint="Leave empty to apply to all products."
          error={fieldState.error?.message}
        >
          <MultiCombobox<string>
            options={options}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            placeholder="All products"
            empty="No matching products."
          />
        </Field>
      )}
    />
  )
}

function DaysFields({ form }: PartProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Controller name="firstDay" control={form.control} render={renderDay('First day')} />
      <Controller name="lastDay" control={form.control} render={renderDay('Last day')} />
    </div>
  )
}
