import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { logoMistake } from './profile-rules.ts'

interface LogoFieldProps {
  /** Whose initials stand in for a missing picture. */
  name: string
  /** As it's typed. */
  address: string
  error: string | undefined
  /** What ties the input to its form. */
  input: ComponentProps<typeof TextInput>
  /** Another way to one than by its address. */
  upload?: ReactNode
}

/** The picture is shown while its address is typed, as soon as it could be one. */
export function LogoField({ name, address, error, input, upload }: LogoFieldProps) {
  const logo = address.trim()
  const src = logo === '' || logoMistake(logo) !== null ? null : logo
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
            ? 'A square image of up to 1 MB, or the https address of one on the web.'
            : 'The https address of a square image on the web. You can upload one later.'
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
