import './styles/app.css'
import { CheckoutPage } from './features/checkout/checkout-page.tsx'
import { isEmbedded } from './features/checkout/embedding.ts'
import { mount } from './lib/mount.tsx'

// The embedding page chooses the theme.
const asked = new URLSearchParams(window.location.search).get('theme')
const followsTheme = asked !== 'light' && asked !== 'dark'

// The page below the overlay stays visible.
if (isEmbedded()) document.body.classList.add('bg-transparent')

mount(<CheckoutPage path={window.location.pathname} />, { followsTheme })
