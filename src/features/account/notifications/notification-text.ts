import { MAX_DEVICES } from '@contract/messages'
import { isRefusedAs } from '@/lib/http/api-error'

export const NOTIFICATION_TEXT = {
  failed: "We couldn't load your devices.",
  none: 'No devices yet',
  noneHint: 'Turn notifications on in each browser that should tell you when a video is ready.',
  offline: "You're offline. You can change your notifications when you're back online.",
  serverOff: 'This server sends no notifications. An open tab still tells you when a video is ready.',
  homeScreen:
    'On iPhone and iPad, Safari notifies you only from an app: tap Share, then “Add to Home Screen”, and open the site from there.',
  missing: "This browser can't receive notifications. Turn them on in another browser.",
  blocked:
    'Notifications are blocked for this site. Allow them in your browser: click the icon beside the address, or open the site settings. Then come back.',
  full: `You get notifications on ${MAX_DEVICES} devices. Remove one to add another.`,
  turnOn: 'Turn on for this device',
  isOn: 'Notifications are on for this device.',
  showsPrompt: 'Show the prompt if a video has no title',
  showsPromptHint: 'Others may read it on a locked screen.',
  changeFailed: "We couldn't save this. Check your connection and try again.",
  removeFailed: "We couldn't remove the device. Check your connection and try again.",
  removed: 'Device removed. It gets no more notifications.',
  noEmail: 'We send no email: this service has no mail server. Your email only identifies your account.',
} as const

export function describeTurnOnFailure(error: unknown): string {
  if (isRefusedAs(error, 'too_many_devices')) return NOTIFICATION_TEXT.full
  if (isRefusedAs(error, 'unauthorized')) return 'Sign in again to turn on notifications.'
  // The browser's own refusal, when it can't reach its push service.
  if (error instanceof DOMException)
    return "Your browser couldn't subscribe. Check its connection and its settings, and try again."
  return NOTIFICATION_TEXT.changeFailed
}
