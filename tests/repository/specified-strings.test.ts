// Checks the product's fixed strings letter by letter. Braces mark a value.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const STRINGS: Record<string, readonly string[]> = {
  'supabase/functions/_shared/contract/sentences.ts': [
    '🎉 Your video is ready!',
    'Please enter a prompt',
    'Please login before generating a video',
    'Not enough credits! Generating a {model} video requires {cost} credits, you currently have {n} credits',
    'Unable to retrieve video. Please try again.',
    'Could not extract task ID from API response. API returned: {response}',
  ],
  'src/app/footer.tsx': ['Platform', 'Legal', 'Back to Home'],
  'src/app/header/sign-out-button.tsx': ['Sign out'],
  'src/components/player/use-download.ts': [
    'Video downloaded successfully!',
    'Download failed. Try again.',
    'Video URL missing, please try again',
  ],
  'src/config/navigation.ts': ['Home', 'AI Tools', 'Video Generator', 'AI Video Generator', 'Video Effects', 'Pricing'],
  'src/features/debug/texts/zh.ts': ['请先输入用户ID'],
  'src/features/effects/asmr/asmr-page.tsx': ["What's an ASMR Video?", 'Create ASMR Video Now', 'Ready in seconds'],
  'src/features/effects/effects-page.tsx': [
    'AI Video Effects & Templates',
    'Create AI Video Effects Instantly',
    'Create AI Video Now',
    'NEW',
  ],
  'src/features/effects/effects.ts': [
    'All',
    'Interaction',
    'Appearance',
    'Emotions',
    'Entertainment',
    'Hero/Villain',
    'Horror/Fantasy',
    'Xmas',
    'Others',
    'Hot',
    'New',
  ],
  'src/features/gallery/gallery.tsx': ['There are no videos in this category', 'More Videos'],
  'src/features/generator/form/audio-field.tsx': ['Generate Audio'],
  'src/features/generator/form/generate-bar.tsx': ['Generate Video', 'Please login to generate videos', 'Buy Credits'],
  'src/features/generator/form/length-field.tsx': ['Video Duration', '{seconds} seconds'],
  'src/features/generator/form/mode-tabs.tsx': ['Image to Video', 'Text to Video'],
  'src/features/generator/form/prompt-fields.tsx': ['Prompt', 'Negative Prompt (Optional)'],
  'src/features/generator/generator.tsx': ['Create AI Videos with {model} - Text to Video'],
  'src/features/generator/result-panel/panel-error.tsx': ['Try Again'],
  'src/features/generator/result-panel/panel-videos.tsx': ['Download Video', 'Generate New'],
  'src/features/home/copy.ts': ['Try Now'],
  'src/features/home/steps.tsx': ['Start Your First Video'],
  'src/features/login/login-form.tsx': ['Continue with Google'],
  'src/features/pricing/billing-toggle.tsx': ['Monthly', 'Yearly', 'Save {percent}%'],
  'src/features/pricing/pack-list.tsx': ['Purchase'],
  'src/features/pricing/plan-column.tsx': ['Coming Soon'],
  'src/features/pricing/pricing-page.tsx': ['Plans & Pricing'],
  'src/features/pricing/purchase-button.tsx': ['Payment system coming soon.'],
  'src/lib/browser/download-video.ts': ['ai-video-{timestamp}.mp4'],
  'src/state/jobs/job-text.ts': [
    'Generating your video...',
    'Still working on your video...',
    'Please upload an image',
    'Not enough credits ({have}/{need})',
    'Failed to consume credits, please try again later',
    'Video generation timed out. Please try again later.',
    'Video generation failed. Please try again.',
    'Something went wrong. Please try again.',
    'Request failed: {message}',
  ],
}

/** Matches a whole literal or element text. Any expression can replace a value of the string. */
function literal(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  return new RegExp(`(['"\`]|[>}] ?)${parts.join('\\$\\{[^}]+\\}')}(['"\`]| ?[<{])`)
}

it.each(Object.entries(STRINGS))('keeps the fixed strings of %s', (file, strings) => {
  const source = readFileSync(file, 'utf8').replace(/\s+/g, ' ')
  expect(strings.filter((text) => !literal(text).test(source))).toEqual([])
})
