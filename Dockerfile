# The website in one small image: docs/deploy.md.

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/supabase-cli scripts/supabase-cli
# No script of a package is run: all programs that are needed come as packages of their own.
RUN npm ci --ignore-scripts
COPY . .
RUN npx react-router build

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image's Node takes the place of the packages `node-…`; the icons that the pages use are in the
# build; the compiler is somebody's optional peer.
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/lucide-react \
    node_modules/typescript node_modules/@typescript \
  && npm cache clean --force

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    MALLOC_ARENA_MAX=2 \
    MALLOC_TRIM_THRESHOLD_=131072 \
    NODE_COMPILE_CACHE=/app/.compiled
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules node_modules
COPY app app
COPY backend backend
COPY drawing drawing
COPY server server
COPY scripts scripts
COPY supabase supabase
COPY --from=build /app/build build
# The modules as Node compiles them, for the user and the flags of every start; the files stay root's.
RUN install -d -o node /app/.compiled \
  && setpriv --reuid=node --regid=node --clear-groups node --max-semi-space-size=4 -e \
    "Promise.all([import('./server/built-pages.ts').then((pages) => pages.loadBuiltPages()), import('./server/run-site.ts')]).then(() => process.exit())" \
  && for worker in backend/images/image-worker server/images/design-worker server/documents/document-worker; do \
    setpriv --reuid=node --regid=node --clear-groups node --max-semi-space-size=1 -e \
      "import('./$worker.ts').then(() => process.exit())"; \
  done \
  && chown -R root:root /app/.compiled \
  && chmod -R a+rX,go-w /app/.compiled
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "server/main.ts"]
