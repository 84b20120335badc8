import { Link } from '@tanstack/react-router'

/** Where a user's page hangs. */
export function UsersTrail() {
  return (
    <Link to="/admin/users" className="rounded-xs underline-offset-3 hover:underline">
      Users
    </Link>
  )
}
