import { priceTiersMax } from '@guildhall/contract/catalog/pricing'
import Plus from 'lucide-react/icons/plus'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { MoneyInput } from '#/ui/money-input.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { emptyTier, type PricingScheme, type ProductForm } from './product-form.ts'
import { WorkedExample } from './worked-example.tsx'

interface TermsProps {
  form: UseFormReturn<ProductForm>
  index: number
}

const schemeTexts = {
  unit: 'The same for each unit',
  package: 'By packages',
  graduated: 'Tiers, each unit at its own',
  volume: 'Tiers, all units at the one reached',
} as const satisfies Record<PricingScheme, string>

/** What usage costs: by unit, package or tier, with included units, minimum and cap. */
export function MeteredTermsFields({ form, index }: TermsProps) {
  const errors = form.formState.errors.metered?.[index]
  const scheme = useWatch({ control: form.control, name: `metered.${index}.scheme` })
  return (
    <>
      <Field label="Pricing model" error={errors?.scheme?.message}>
        <NativeSelect {...form.register(`metered.${index}.scheme`)}>
          {Object.entries(schemeTexts).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {scheme === 'unit' && (
        <Field label="Price per unit" error={errors?.unitAmount?.message}>
          <MoneyInput placeholder="0.005" {...form.register(`metered.${index}.unitAmount`)} />
        </Field>
      )}
      {scheme === 'package' && <PackageFields form={form} index={index} />}
      {(scheme === 'graduated' || scheme === 'volume') && <TierFields form={form} index={index} />}
      <LimitFields form={form} index={index} />
      <WorkedExample form={form} index={index} />
    </>
  )
}

function PackageFields({ form, index }: TermsProps) {
  const errors = form.formState.errors.metered?.[index]
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Field label="Units per package" error={errors?.packageUnits?.message}>
        <UnitsInput placeholder="100" {...form.register(`metered.${index}.packageUnits`)} />
      </Field>
      <Field
        label="Price per package"
        hint="A package that is begun is paid in full."
        error={errors?.packageAmount?.message}
      >
        <MoneyInput placeholder="0.10" {...form.register(`metered.${index}.packageAmount`)} />
      </Field>
    </div>
  )
}

type UnitsInputProps = Parameters<typeof TextInput>[0]

const UnitsInput = (props: UnitsInputProps) => (
  <TextInput autoComplete="off" inputMode="decimal" {...props} />
)

function TierFields({ form, index }: TermsProps) {
  const rows = useFieldArray({ control: form.control, name: `metered.${index}.tiers` })
  return (
    <div className="grid grid-cols-1 gap-2">
      <ul aria-label="Tiers" className="grid grid-cols-1 gap-2">
        {rows.fields.map((row, at) => (
          <TierRow
            key={row.id}
            form={form}
            index={index}
            at={at}
            count={rows.fields.length}
            onRemove={() => rows.remove(at)}
          />
        ))}
      </ul>
      {rows.fields.length < priceTiersMax && (
        <div>
          <Button
            size="s"
            onClick={() =>
              rows.insert(rows.fields.length - 1, emptyTier, {
                focusName: `metered.${index}.tiers.${rows.fields.length - 1}.upTo`,
              })
            }
          >
            <Plus aria-hidden="true" /> Add a tier
          </Button>
        </div>
      )}
    </div>
  )
}

interface TierRowProps extends TermsProps {
  at: number
  count: number
  onRemove: () => void
}

function TierRow({ form, index, at, count, onRemove }: TierRowProps) {
  const errors = form.formState.errors.metered?.[index]?.tiers?.[at]
  const path = `metered.${index}.tiers.${at}` as const
  const isLast = at === count - 1
  const name = (what: string) => `${what} of tier ${at + 1}`
  return (
    <li className="flex items-start gap-2 rounded-s bg-sunken p-2">
      <div className="grid flex-1 grid-cols-1 gap-2 sm:grid-cols-3">
        {isLast ? (
          <p className="self-center text-s text-ink-2">
            {count === 1 ? 'Any number of units' : 'All units beyond'}
          </p>
        ) : (
          <Field label="Up to" error={errors?.upTo?.message}>
            <UnitsInput aria-label={name('Last unit')} {...form.register(`${path}.upTo`)} />
          </Field>
        )}
        <Field label="Price per unit" error={errors?.unitAmount?.message}>
          <MoneyInput
            aria-label={name('Price per unit')}
            {...form.register(`${path}.unitAmount`)}
          />
        </Field>
        <Field label="Once" optional error={errors?.flatAmount?.message}>
          <MoneyInput aria-label={name('Price once')} {...form.register(`${path}.flatAmount`)} />
        </Field>
      </div>
      {count > 1 && (
        <RemoveButton label={`Remove tier ${at + 1}`} className="sm:mt-6.5" onRemove={onRemove} />
      )}
    </li>
  )
}

function LimitFields({ form, index }: TermsProps) {
  const errors = form.formState.errors.metered?.[index]
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-3">
      <Field
        label="Included units"
        optional
        hint="Free in each period."
        error={errors?.included?.message}
      >
        <UnitsInput {...form.register(`metered.${index}.included`)} />
      </Field>
      <Field
        label="At least"
        optional
        hint="Due even without usage."
        error={errors?.minimum?.message}
      >
        <MoneyInput {...form.register(`metered.${index}.minimum`)} />
      </Field>
      <Field
        label="At most"
        optional
        hint="Maximum charge per billing period."
        error={errors?.cap?.message}
      >
        <MoneyInput {...form.register(`metered.${index}.cap`)} />
      </Field>
    </div>
  )
}
