import type { ComponentProps, ReactNode } from 'react'
import { mistakeIn } from '#/lib/form-schema.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { logoSchema } from './profile-rules.ts'

interface LogoFieldProps {
  /** The name, for initials if there is no picture. */
  name: string
  /** As typed. */
  address: string
  error: string | undefined
  /** Registers the input with its form. */
  input: ComponentProps<typeof TextInput>
  /** An upload button. */
  upload?: ReactNode
}

/** Previews the picture while its URL is typed, once it is valid. */
export function LogoField({ name, address, error, input, upload }: LogoFieldProps) {
  const logo = address.trim()
  const src = logo === '' || mistakeIn(logoSchema, logo) !== null ? null : logo
  return (
    <div className="flex gap-4">
      <span className="pt-5">
        <Avatar square key={src} name={name} src={src} size="l" />
      </span>
      <Field
        label="Logo"
        optional
        className="flex-1"
        hint={
          upload
            ? 'Upload an image, or enter the https URL of a square one.'
            : 'The https URL of a square image. You can also upload one later.'
        }
        error={error}
      >
        <span className="flex flex-wrap gap-2">
          <TextInput
            type="url"
            placeholder="https://"
            spellCheck={false}
            className="w-auto! flex-1 basis-44"
            {...input}
          />
          {upload}
        </span>
      </Field>
    </div>
  )
}
