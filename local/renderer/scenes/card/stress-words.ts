// Lists words that are never stressed, because they aren't nouns, by language. `prompt/words.ts` lists the topics.
// Latin letters have no accents.

const list = (text: string) => new Set(text.trim().split(/\s+/))

/**
 * Function words by language. The language with the most of them in a prompt counts as the prompt's language. In a tie,
 * the first language wins.
 */
export const FUNCTION_WORDS = {
  english:
    list(`a an the this that these those some any each every no another other both few many much several more most all and or but nor if then
    than as at by for from in into of off on onto out over per through to toward towards under until up upon via with within without about above
    across after against along amid among around before behind below beneath beside between beyond down during inside like near outside past since
    while when where who whom whose which what why how it its he him his she her hers they them their we us our you your i me my mine one two three
    four five six seven eight nine ten dozen hundred thousand is are was were be been being am do does did has have had having will would can could
    may might must shall should not only just very too so also still yet again ever never always there here now once back away together apart
    first last next own same such let lets us dont doesnt isnt im its something everything nothing someone everyone`),
  spanish:
    list(`el la los las lo un una unos unas de del al a en con sin por para y e o u que se su sus mi tu este esta estos estas ese esa como mas muy
    entre sobre bajo desde hasta hacia durante tras ante contra es son esta estan ha han le les no si ya cuando donde mientras dos tres cuatro cinco`),
  french:
    list(`le la les l un une des du de d au aux a dans sur sous avec sans pour par et ou que qui se s sa ses leur leurs ce cet cette ces son mon
    ton en il elle ils elles est sont ne pas plus tres vers chez entre pendant comme deux trois quatre cinq quand dont`),
  german:
    list(`der die das den dem des ein eine einen einem einer eines und oder mit ohne in im ins an am auf unter uber vor hinter zwischen bei beim zu
    zum zur von vom durch fur aus nach ist sind wird wurden sich er sie es wir ihr sein seine seiner ihre ihrer nicht kein keine als wie wenn
    wahrend dass zwei drei vier funf`),
  italian:
    list(`il lo la i gli le un uno una di del dello della dei degli delle da dal dalla nel nella nei nelle in con su sul sulla per tra fra e ed o
    che si non piu come sono suo sua suoi mentre due tre quattro cinque a al alla ai alle`),
  portuguese:
    list(`o a os as um uma uns umas de do da dos das no na nos nas em com sem por para pelo pela e ou que se seu sua seus suas mais muito
    como entre sobre sob ate nao ao aos dois duas tres quatro cinco enquanto`),
} as const

export type Language = keyof typeof FUNCTION_WORDS

/** Verbs of prompts in their base form. The code derives their other forms. */
export const VERBS: ReadonlySet<string> =
  list(`walk run jump dive swim ride drive fly fall rise climb cross pass play sing dance speak say talk read write look stare gaze watch open
  close turn spin move glide drift float flow pour drip melt burn explode crash break bounce roll slide slip stand sit lie sleep wake rest wait hold
  carry throw catch kick hit push pull lift drop cut chop cook bake fry boil stir eat drink bite chew smile laugh cry shout scream whisper wave hug
  kiss fight chase hunt hide seek find lose grow bloom open shine sparkle glow flicker fade appear disappear transform become make build paint draw
  repair fix clean wash wear dress put take give get go come leave arrive enter exit return follow lead land launch race sail row hover perch wag bark
  meow purr howl roar growl chirp ring tick knock type press touch tap stroke show reveal begin start stop end keep meet join gather march circle orbit
  blow shake tremble splash sweep reach stretch breathe sigh blink nod weave knit sew lean bend kneel crawl sneak skate ski surf film shoot zoom pan
  tilt light fill cover surround hang swing unfold emerge approach descend ascend assemble juggle serve share tell ask answer call learn teach feel
  think dream imagine argue haggle whirl swirl drip gallop wander stroll stride sail steer park arrange prepare polish carve forge mend sweep polish`)

const DOUBLING = /[^aeiou][aeiou][bdgklmnprt]$/

/** Returns the forms of a verb, for example walks, walked, and walking. */
function getForms(verb: string): string[] {
  const stem = verb.replace(/e$/, '')
  const doubled = DOUBLING.test(verb) ? `${verb}${verb.at(-1)}` : stem
  const third = /(s|sh|ch|x|z|o)$/.test(verb) ? `${verb}es` : `${verb.replace(/([^aeiou])y$/, '$1ie')}s`
  const past = `${verb.replace(/([^aeiou])y$/, '$1i').replace(/e$/, '')}ed`
  return [third, past, `${doubled}ed`, `${stem}ing`, `${doubled}ing`, `${verb}ing`]
}

const IRREGULAR =
  list(`ran rode drove flew fell rose sang spoke said read wrote stood sat lay slept woke held threw caught hit cut ate drank wore made put took
  gave got goes went came left led sagt spielt lauft geht steht sitzt liegt fahrt fliegt tanzt springt schlaft corre camina baila toca juega duerme
  vuela salta joue court marche danse dort vole`)
/** Verb forms that are more often nouns. */
const RATHER_NOUNS = list('waves lights drops breaks ends tips paints races leaves shows films stars building')

export const VERB_FORMS = new Set([...VERBS].flatMap(getForms)).union(IRREGULAR).difference(RATHER_NOUNS)

export const ADJECTIVES: ReadonlySet<string> =
  list(`red green blue yellow purple pink black white grey gray brown golden silver orange new young old ancient modern
  big small little tiny huge giant large tall short long wide narrow deep high low fast slow quick quiet loud soft hard warm cold hot cool wet dry
  dark bright light clear sunny rainy snowy foggy misty cloudy windy stormy happy sad angry lonely empty full open closed broken wooden metal vintage
  retro futuristic neon cozy cosy rustic elegant beautiful pretty cute ugly fat thin rich poor wild tame busy crowded abandoned hidden secret magic
  magical mysterious haunted epic cinematic dramatic realistic surreal abstract minimal detailed colorful colourful vibrant vivid macro timelapse time-lapse hyperlapse closeup close-up pov fpv tracking handheld 3d anime pixelated style steaming glowing
  floating flying burning frozen fresh ripe raw sweet bitter spicy left right front top bottom
  rojo roja verde azul amarillo amarilla negro negra blanco blanca gris viejo vieja joven nuevo nueva grande pequeno pequena
  rouge vert verte bleu bleue jaune noir noire blanc blanche vieux vieille jeune grand grande petit petite`)

/** Nouns whose endings look like those of verbs or adjectives. */
export const NOUNS_BY_ENDING: ReadonlySet<string> =
  list(`morning evening king ring wing string spring building ceiling wedding lightning earring pudding sibling
  duckling sterling thing clothing lining railing bed seed sled shed weed feed speed steed reed breed butterfly family jelly belly
  fly lily bully ally italy july assembly monopoly animal festival carnival hospital metal crystal canal capital signal pedal medal cathedral`)

/** Chinese and Japanese words that aren't nouns, or that only count nouns. */
export const UNSPACED_OTHERS: ReadonlySet<string> =
  list(`一只 一个 一位 一名 一辆 一条 一张 一座 一头 一匹 一架 一群 一艘 一片 一朵 一 两 二 三 四 五 几 只 个 位 名 辆 条 张 座 头 匹 架 群 艘 片 朵 些 两只 两个 两位
  在 正在 着 了 过 地 得 的 和 与 跟 被 把 从 向 往 到 对 为 里 上 下 中 前 后 外 旁 边 很 非常 都 也 就 还 不 没有 是 有 他 她 它 我 你 他们 她们 我们 弹 弹奏 跑 奔跑 走 走路 飞 飞行 坐 站 看 看着 吃 喝 说 说话 跳 跳舞 打 打开 开 关 穿 穿过 骑 拿
  给 唱 唱歌 笑 微笑 哭 睡 睡觉 游 游泳 做 写 读 听 驶 行驶 驶过 经过 升起 落下 飘 飘落 转 旋转 一边 然后 美丽 红色 蓝色 绿色 黑色 白色 金色
  こと もの 人の 二人 一人 三人 一匹 いる ある する して いただき ます です という そして とても`)
