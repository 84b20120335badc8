import { socialPlatforms } from '@guildhall/contract/organizations/seller'
import Plus from 'lucide-react/icons/plus'
import { useId } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { Button } from '#/ui/button.tsx'
import { FieldError } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { Profile } from './profile.ts'
import { platformNames } from './social-platforms.ts'

interface SocialsFieldProps {
  form: UseFormReturn<Profile>
}

/** The organization’s profiles on other platforms, in order. */
export function SocialsField({ form }: SocialsFieldProps) {
  const links = useFieldArray({ control: form.control, name: 'socials' })
  return (
    <Fieldset legend="Social links">
      {links.fields.length > 0 && (
        <ul className="grid gap-3 sm:gap-2">
          {links.fields.map((link, index) => (
            <LinkRow key={link.id} form={form} index={index} onRemove={() => links.remove(index)} />
          ))}
        </ul>
      )}
      <div>
        <Button size="s" onClick={() => links.append({ platform: 'x', url: '' })}>
          <Plus aria-hidden="true" /> Add a link
        </Button>
      </div>
    </Fieldset>
  )
}

interface LinkRowProps extends SocialsFieldProps {
  index: number
  onRemove: () => void
}

function LinkRow({ form, index, onRemove }: LinkRowProps) {
  const id = useId()
  const number = index + 1
  const mistake = form.formState.errors.socials?.[index]?.url?.message
  return (
    <li className={rowClasses}>
      <NativeSelect
        aria-label={`Platform of link ${number}`}
        {...form.register(`socials.${index}.platform`, { deps: `socials.${index}.url` })}
      >
        {socialPlatforms.map((platform) => (
          <option key={platform} value={platform}>
            {platformNames[platform]}
          </option>
        ))}
      </NativeSelect>
      <div className="grid gap-1.5 max-sm:order-last max-sm:col-span-2">
        <TextInput
          type="url"
          placeholder="https://"
          spellCheck={false}
          aria-label={`URL of link ${number}`}
          aria-invalid={mistake !== undefined}
          aria-describedby={`${id}-error`}
          {...form.register(`socials.${index}.url`)}
        />
        <FieldError id={`${id}-error`}>{mistake}</FieldError>
      </div>
      <RemoveButton label={`Remove link ${number}`} className="mt-0.5" onRemove={onRemove} />
    </li>
  )
}

const rowClasses =
  'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 ' +
  'sm:grid-cols-[9rem_minmax(0,1fr)_auto]'
