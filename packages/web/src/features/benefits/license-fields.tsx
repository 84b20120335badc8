import { expiryTimeframes } from '@guildhall/contract/benefits/shapes'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { BenefitDraft } from './benefit-draft.ts'
import { countMistake, limits } from './benefit-mistakes.ts'

interface LicenseFieldsProps {
  form: UseFormReturn<BenefitDraft>
}

/** What the keys look like, and what they are good for. */
export function LicenseFields({ form }: LicenseFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Prefix"
        optional
        hint="Each key begins with it: NORTH-5F1C…"
        error={errors.prefix?.message}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          placeholder="NORTH"
          {...form.register('prefix')}
        />
      </Field>
      <Expiry form={form} />
      <Activations form={form} />
      <Usage form={form} />
    </>
  )
}

const detailLook = 'mt-2 ml-6.5 grid max-w-80 gap-3'

function Expiry({ form }: LicenseFieldsProps) {
  const expires = useWatch({ control: form.control, name: 'expires' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Keys expire"
        hint="Some time after the customer got theirs."
        {...form.register('expires')}
      />
      {expires && (
        <div className={`${detailLook} grid-cols-2 items-start`}>
          <Field label="After" error={errors.ttl?.message}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              {...form.register('ttl', { validate: (text) => mistake(text, limits.ttl) })}
            />
          </Field>
          <Field label="Unit">
            <NativeSelect {...form.register('timeframe')}>
              {expiryTimeframes.map((timeframe) => (
                <option key={timeframe} value={timeframe}>
                  {timeframe}s
                </option>
              ))}
            </NativeSelect>
          </Field>
        </div>
      )}
    </div>
  )
}

function Activations({ form }: LicenseFieldsProps) {
  const isActivated = useWatch({ control: form.control, name: 'isActivated' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Limit activations"
        hint="On how many devices or places a key is used."
        {...form.register('isActivated')}
      />
      {isActivated && (
        <div className={detailLook}>
          <Field label="Activations" error={errors.activationsMax?.message}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              {...form.register('activationsMax', {
                validate: (text) => mistake(text, limits.activations),
              })}
            />
          </Field>
          <Checkbox
            label="Customers may deactivate"
            hint="They free a place by themselves."
            {...form.register('customersDeactivate')}
          />
        </div>
      )}
    </div>
  )
}

function Usage({ form }: LicenseFieldsProps) {
  const isLimited = useWatch({ control: form.control, name: 'isLimited' })
  const { errors } = form.formState
  return (
    <div>
      <Checkbox
        label="Limit usage"
        hint="Your application counts, each time it validates a key."
        {...form.register('isLimited')}
      />
      {isLimited && (
        <div className={detailLook}>
          <Field label="Uses" error={errors.usageMax?.message}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              {...form.register('usageMax', { validate: (text) => mistake(text, limits.usage) })}
            />
          </Field>
        </div>
      )}
    </div>
  )
}

const mistake = (text: string, most: number): true | string => countMistake(text, most) ?? true
