import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';

// Part of `npm run lint`: rejects names that were made up for this repository, and too many comments.

/** Words that stand for a term of the field: timeout, stored, reported, deferred. */
const words =
  /(?<![A-Za-z])(?:patience|kept|told|asleep)(?![a-z])|(?:Patience|Kept|Told|Asleep)(?![a-z])/g;
const names = new RegExp(
  `(?<![A-Za-z_])(?:${[
    'addressOf|alt_texts_of|answerDirectly|asVisitorSent|askEachTime|beforehand|brokeOff|canonicalAddress',
    'carryOut|claim_mail_of|createFirstLoad|createNeededStyles|createTurns|DialogGround|DraftLine',
    'endWhenSilent|EntryList|fault(?:Response|Page)|FaultPage|fetchNoticingEnd|gifWithoutNotes|GoneDialog',
    'idsInSteps|inTurn|isPoison|judge_enquiry|judgeAge|keep_audit_entry|keepAsleep|keptReadings?|lastDue',
    'layPlaceholders|LeanPGlite|lies_apart|madeBy|news_consents|note_mail_(?:not_)?sent|notingTables',
    'oneAsCaller|oneAtATime|openLocalCommands|orEmpty|overEngine|packTighter|pause_seconds|picture_texts',
    'PlainScreen|post_addresses|PurposeLine|putBack|putOff|putTogether|reachTables|readPageOrLast|rehearse',
    'send_mail_again|setAside|settleProperties|startedFrom|takeApart|takeChangeNotices|takeWholeStyles',
    'underWay|useReading|useSettledText|useSteadyScroll|waits_since|whyNot|WrongSetting|WrongUsage',
  ].join('|')})(?![A-Za-z_])`,
  'g',
);
const accessors = /(?<![A-Za-z])[a-z][A-Za-z]*Of(?![A-Za-z])/g;
const fileNames =
  /(?:^|\/)(?:patience|slow-senders|unreadable-requests|form-traps|off-screen|reply-draft|one-row|one-page|every-row|[a-z-]+-merge|kept-[a-z-]+|sleeping-[a-z-]+|later-[a-z-]+)\.[a-z.]+$/;

/** Names of JavaScript, of supabase-js, of JSON Schema and of schema.org. */
const standardNames = new Set(
  `indexOf lastIndexOf valueOf typeOf instanceOf toBeInstanceOf keyOf getPrototypeOf setPrototypeOf
  likeAllOf likeAnyOf ilikeAllOf ilikeAnyOf allOf anyOf oneOf isPartOf isVariantOf memberOf subClassOf`.split(
    /\s+/,
  ),
);

const maxCommentShare = 0.04;
const skipped =
  /^(?:package-lock\.json|CHANGELOG\.md|docs\/licences\.md|app\/data\/database\.types\.ts|scripts\/check-wording(?:\.test)?\.ts)$|^bench\/results\/|^tests\/fixtures\/paste\//;
const checked = /\.(?:tsx?|sql|css|md|php|sh|ya?ml|toml|json|html)$|(?:^|\/)[^.]+$/;

export type Finding = { line: number; word: string };
export type Source = { text: string; comments: { start: number; end: number }[] };

/** Finds the words of a file that the lint forbids; texts that users read are not checked. */
export function findForbiddenWords(path: string, content: string): Finding[] {
  const { text } = path.match(/\.tsx?$/)
    ? parse(path, content)
    : { text: withoutCopy(path, content) };
  const found = [words, names, accessors].flatMap((pattern) => [...text.matchAll(pattern)]);
  const findings = found
    .filter(([word]) => !standardNames.has(word))
    .map(({ 0: word, index }) => ({ line: text.slice(0, index).split('\n').length, word }));
  if (fileNames.test(path)) findings.unshift({ line: 1, word: 'the name of the file' });
  return findings;
}

/** Counts the lines of a file, and those that hold nothing but a comment. */
export function countComments(path: string, content: string): { lines: number; comments: number } {
  const lines = content.trimEnd().split('\n');
  const starts: number[] = [];
  let offset = 0;
  for (const line of lines) {
    starts.push(offset + (line.length - line.trimStart().length));
    offset += line.length + 1;
  }
  const { comments } = parse(path, content);
  const isComment = (start: number) =>
    comments.some((each) => each.start <= start && start < each.end);
  return { lines: lines.length, comments: starts.filter(isComment).length };
}

/** Blanks string literals and JSX text, but for the titles of tests. */
function parse(path: string, content: string): Source {
  const { program, comments } = parseSync(path, content);
  let text = content;
  const titles = new Set<number>();
  const blank = (start: number, end: number) => {
    text = text.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + text.slice(end);
  };
  new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      const name = content.slice(callee.start, callee.end);
      if (title && /^(?:test|it|describe)\b/.test(name)) titles.add(title.start);
    },
    Literal({ start, end, value }) {
      if (typeof value === 'string' && !titles.has(start)) blank(start, end);
    },
    TemplateElement({ start, end }) {
      if (!titles.has(start) && !titles.has(start - 1)) blank(start, end);
    },
    JSXText({ start, end }) {
      blank(start, end);
    },
  }).visit(program);
  return { text, comments };
}

/** Blanks the demonstration content, which is made of sentences of people. */
function withoutCopy(path: string, content: string): string {
  if (path !== 'supabase/seed.sql') return content;
  return content.replace(/'(?:[^']|'')*'/g, (literal) => literal.replace(/[^\n]/g, ' '));
}

function readShare(folder: string, files: string[]): number {
  let lines = 0;
  let comments = 0;
  for (const path of files) {
    if (!path.startsWith(`${folder}/`) || !/(?<!\.(?:test|types))\.tsx?$/.test(path)) continue;
    const counted = countComments(path, readFileSync(path, 'utf8'));
    lines += counted.lines;
    comments += counted.comments;
  }
  return comments / lines;
}

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => checked.test(path) && !skipped.test(path));
  const messages = files.flatMap((path) =>
    findForbiddenWords(path, readFileSync(path, 'utf8')).map(
      ({ line, word }) => `${path}:${line}: ${word}`,
    ),
  );
  for (const folder of ['app', 'server']) {
    const share = readShare(folder, files);
    if (share <= maxCommentShare) continue;
    messages.push(
      `${folder}: comments are ${(share * 100).toFixed(1)} % of the lines, at most 4 %`,
    );
  }
  process.stdout.write(messages.map((message) => `${message}\n`).join(''));
  process.exitCode = messages.length > 0 ? 1 : 0;
}
