import { type MemberRole, memberRoles } from '@guildhall/contract/organizations/roles'
import type { ReactNode } from 'react'
import type { RefCallBack } from 'react-hook-form'
import { roleNames } from '#/entities/organization/roles.ts'
import { present } from '#/lib/form-schema.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { roleHints } from './role-hints.ts'

interface RolesFieldProps {
  value: readonly MemberRole[]
  onChange: (roles: MemberRole[]) => void
  onBlur: () => void
  /** Ref of the first checkbox, which is focused on an error. */
  inputRef: RefCallBack
  error: ReactNode
  /** Whether the user can make others owners. */
  mayMakeOwners: boolean
}

/** The roles of a member with their permissions, which add up. */
export function RolesField(props: RolesFieldProps) {
  const { value, onChange, onBlur, inputRef, error, mayMakeOwners } = props
  const toggle = (role: MemberRole, isHeld: boolean) =>
    onChange(memberRoles.filter((one) => (one === role ? isHeld : value.includes(one))))
  const open = memberRoles.filter((role) => mayMakeOwners || role !== 'owner')
  return (
    <Fieldset legend="Roles" error={error}>
      <div className="mt-0.5 grid gap-2">
        {open.map((role, index) => (
          <Checkbox
            key={role}
            label={roleNames[role]}
            hint={roleHints[role]}
            checked={value.includes(role)}
            onChange={(event) => toggle(role, event.target.checked)}
            onBlur={onBlur}
            ref={index === 0 ? inputRef : undefined}
            className="rounded-m border bg-surface p-3 has-checked:border-accent has-checked:bg-accent-soft"
          />
        ))}
      </div>
      {!mayMakeOwners && <p className="text-xs text-ink-3">Only owners can add owners.</p>}
    </Fieldset>
  )
}

export const rolesSchema = present('Choose at least one role.')
