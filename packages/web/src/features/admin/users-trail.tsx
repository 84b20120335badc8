import { Link } from '@tanstack/react-router'

/** The breadcrumbs of a user’s page. */
export function UsersTrail() {
  return (
    <Link to="/admin/users" className="rounded-xs underline-offset-3 hover:underline">
      Users
    </Link>
  )
}
