import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Plus from 'lucide-react/icons/plus'
import { Controller, type UseFormReturn, useFieldArray } from 'react-hook-form'
import { meterOptions, metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { Button } from '#/ui/button.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { MeteredTermsFields } from './metered-terms-fields.tsx'
import { emptyMetered, type ProductForm } from './product-form.ts'

interface MeteredFieldsProps {
  form: UseFormReturn<ProductForm>
  isUsageOn: boolean
  onNewMeter: (row: number) => void
}

/** The metered prices, one per meter. */
export function MeteredFields({ form, isUsageOn, onNewMeter }: MeteredFieldsProps) {
  const rows = useFieldArray({ control: form.control, name: 'metered' })
  return (
    <Fieldset
      legend={
        <>
          Usage <span className="font-normal text-ink-3">(optional)</span>
        </>
      }
      hint="Billed at the end of each period for what was used in it."
    >
      {rows.fields.length > 0 && (
        <ul className="mt-1 grid grid-cols-1 gap-3">
          {rows.fields.map((row, index) => (
            <MeteredRow
              key={row.id}
              form={form}
              index={index}
              onNewMeter={() => onNewMeter(index)}
              onRemove={() => rows.remove(index)}
            />
          ))}
        </ul>
      )}
      {rows.fields.length > 0 && <ThresholdField form={form} />}
      {isUsageOn ? (
        <div>
          <Button size="s" onClick={() => rows.append(emptyMetered, { shouldFocus: false })}>
            <Plus aria-hidden="true" /> Add a usage price
          </Button>
        </div>
      ) : (
        <UsageOff />
      )}
    </Fieldset>
  )
}

/** Of all usage of a subscription together. */
const ThresholdField = ({ form }: Pick<MeteredFieldsProps, 'form'>) => (
  <Field
    label="Bill usage early at"
    optional
    hint="Once unbilled usage of a subscription costs this much, an order bills it at once. The end of the period bills the rest."
    error={form.formState.errors.billingThreshold?.message}
  >
    <MoneyInput placeholder="50.00" {...form.register('billingThreshold')} />
  </Field>
)

function UsageOff() {
  const { slug } = useOrganization()
  return (
    <p className="text-s text-ink-2">
      Usage-based billing is turned off.{' '}
      <Link
        to="/dashboard/$slug/settings"
        params={{ slug }}
        className="font-medium text-accent underline underline-offset-3"
      >
        Turn it on in the settings
      </Link>{' '}
      to add metered prices.
    </p>
  )
}

interface MeteredRowProps {
  form: UseFormReturn<ProductForm>
  index: number
  onNewMeter: () => void
  onRemove: () => void
}

function MeteredRow({ form, index, onNewMeter, onRemove }: MeteredRowProps) {
  const number = index + 1
  return (
    <li className="grid grid-cols-1 gap-3 rounded-m border p-3">
      <div className="flex items-start gap-2">
        <MeterField form={form} index={index} onNewMeter={onNewMeter} />
        <RemoveButton
          label={`Remove usage price ${number}`}
          className="mt-6.5"
          onRemove={onRemove}
        />
      </div>
      <MeteredTermsFields form={form} index={index} />
    </li>
  )
}

function MeterField({ form, index, onNewMeter }: Omit<MeteredRowProps, 'onRemove'>) {
  const { id } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  return (
    <Controller
      name={`metered.${index}.meterId`}
      control={form.control}
      render={({ field, fieldState }) => {
        const options = meterOptions(meters, field.value)
        return (
          <Field label="Meter" className="flex-1" error={fieldState.error?.message}>
            <span className="flex flex-wrap gap-2">
              <Combobox
                options={options}
                value={options.find(({ value }) => value === field.value)?.value ?? null}
                onChange={(meterId) => field.onChange(meterId ?? '')}
                onBlur={field.onBlur}
                placeholder="Choose a meter"
                empty="No matching meters."
                className="w-auto! flex-1 basis-44"
              />
              <Button className="h-9" onClick={onNewMeter}>
                <Plus aria-hidden="true" /> New meter
              </Button>
            </span>
          </Field>
        )
      }}
    />
  )
}
