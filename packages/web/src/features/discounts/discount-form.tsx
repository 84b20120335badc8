import { useQuery } from '@tanstack/react-query'
import Shuffle from 'lucide-react/icons/shuffle'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { productsToChoose } from '../../lib/choices.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { metadataMistake } from '../../lib/metadata-rows.ts'
import { randomCode } from '../../lib/random-code.ts'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { MetadataEditor } from '../../ui/metadata-editor.tsx'
import { MultiCombobox } from '../../ui/multi-combobox.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { DiscountDraft } from './discount-draft.ts'
import { codeMistake, daysMistake, nameMistake, redemptionsMistake } from './discount-mistakes.ts'
import type { Discount } from './discount-queries.ts'
import { TermsFields } from './terms-fields.tsx'

interface DiscountFormProps {
  form: UseFormReturn<DiscountDraft>
  /** Null where it's made. */
  kept: Discount | null
}

export function DiscountForm({ form, kept }: DiscountFormProps) {
  return (
    <>
      <NameFields form={form} />
      <TermsFields form={form} kept={kept} />
      <ProductsField form={form} kept={kept} />
      <DaysFields form={form} />
      <Field
        label="Redemptions"
        optional
        hint="How often it can be used by all customers together."
        error={form.formState.errors.redemptionsMax?.message}
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          placeholder="As often as they like"
          {...form.register('redemptionsMax', {
            validate: (text) => redemptionsMistake(text) ?? true,
          })}
        />
      </Field>
      <Controller
        name="metadata"
        control={form.control}
        rules={{ validate: (rows) => metadataMistake(rows) ?? true }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <MetadataEditor {...field} inputRef={ref} error={fieldState.error?.message} />
        )}
      />
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
      <Field label="Name" hint="Buyers read it at the checkout." error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          placeholder="Spring sale"
          {...form.register('name', { validate: (name) => nameMistake(name) ?? true })}
        />
      </Field>
      <Field
        label="Code"
        optional
        hint="What buyers type, in any case. Without one only you can give it, in a link."
        error={errors.code?.message}
      >
        <div className="flex gap-2">
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="SPRING20"
            className="min-w-0"
            {...form.register('code', { validate: (code) => codeMistake(code) ?? true })}
          />
          <Button className="h-9" onClick={draw}>
            <Shuffle aria-hidden="true" /> Generate
          </Button>
        </div>
      </Field>
    </>
  )
}

/** Those that are no longer sold stay where they were chosen before. */
function ProductsField({ form, kept }: DiscountFormProps) {
  const { id } = useOrganization()
  const { data: sold = [] } = useQuery(productsToChoose(id))
  const soldIds = sold.map((product): string => product.id)
  const others = (kept?.products ?? []).filter((product) => !soldIds.includes(product.id))
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
          hint="Without a choice it’s for all of them."
          error={fieldState.error?.message}
        >
          <MultiCombobox<string>
            options={options}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            placeholder="All products"
            empty="There is no such product."
          />
        </Field>
      )}
    />
  )
}

function DaysFields({ form }: PartProps) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Controller
        name="firstDay"
        control={form.control}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field label="First day" optional error={fieldState.error?.message}>
            <DatePicker value={value} onChange={onChange} onBlur={onBlur} />
          </Field>
        )}
      />
      <Controller
        name="lastDay"
        control={form.control}
        rules={{ validate: (last, { firstDay }) => daysMistake(firstDay, last) ?? true }}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field label="Last day" optional error={fieldState.error?.message}>
            <DatePicker value={value} onChange={onChange} onBlur={onBlur} />
          </Field>
        )}
      />
    </div>
  )
}
