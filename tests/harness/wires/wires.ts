import { comfy } from './comfyui.ts'
import { fal } from './fal.ts'
import { kling } from './kling.ts'
import { openAiServer } from './openai-server.ts'
import { openRouter } from './openrouter.ts'
import { pollo } from './pollo.ts'
import { runway } from './runway.ts'

export const WIRES = [pollo, fal, openRouter, kling, runway, comfy, openAiServer]
