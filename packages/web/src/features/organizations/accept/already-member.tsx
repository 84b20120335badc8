import { Link } from '@tanstack/react-router'
import type { OwnOrganization } from '#/entities/organization/own-organizations.ts'
import { roleText } from '#/entities/organization/roles.ts'
import { buttonClasses } from '#/ui/button-classes.ts'

/** Accepting an invitation doesn’t change an existing membership. */
export function AlreadyMember({ organization }: { organization: OwnOrganization }) {
  const { slug, role } = organization
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Your role there is {roleText(role)}. Accepting this invitation would not change it.
      </p>
      <div>
        <Link
          to="/dashboard/$slug"
          params={{ slug }}
          className={buttonClasses({ variant: 'primary' })}
        >
          Open the dashboard
        </Link>
      </div>
    </div>
  )
}
