import { Link } from '@tanstack/react-router'
import type { OwnOrganization } from '../../../lib/own-organizations.ts'
import { roleWords } from '../../../lib/roles.ts'
import { buttonLook } from '../../../ui/button-look.ts'

/** Another invitation doesn't change what somebody is already. */
export function MemberAlready({ organization }: { organization: OwnOrganization }) {
  const { slug, role } = organization
  return (
    <div className="grid gap-4">
      <p className="text-ink-2">
        Your role there is {roleWords(role)}. This invitation wouldn’t change it.
      </p>
      <div>
        <Link
          to="/dashboard/$slug"
          params={{ slug }}
          className={buttonLook({ variant: 'primary' })}
        >
          Open the dashboard
        </Link>
      </div>
    </div>
  )
}
