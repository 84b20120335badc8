import './styles/app.css'
import { sendFirstRequests } from './features/portal/first-requests.ts'
import { enterByLink } from './features/portal/kept-session.ts'
import { readClock } from './lib/clock.ts'

// The code of the page is many times larger; the HTML has the browser load it at the same time.
const now = readClock()
enterByLink(window.location, now)
void sendFirstRequests(window.location.pathname, now)
void import('./main-portal-page.tsx')
