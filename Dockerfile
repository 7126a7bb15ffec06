FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements/ requirements/
RUN python -m venv /opt/rollwright \
    && /opt/rollwright/bin/pip install --no-cache-dir --require-hashes -r requirements/runtime.txt \
    && python -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt
COPY pyproject.toml README.md LICENSE ./
COPY app/ app/
COPY rules/ rules/
COPY migrations/ migrations/
RUN /opt/build/bin/pip wheel --no-deps --no-build-isolation --wheel-dir dist . \
    && /opt/rollwright/bin/pip install --no-cache-dir --no-deps dist/*.whl

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home rollwright \
    && install -d -o rollwright -g rollwright /data
COPY --from=build /opt/rollwright /opt/rollwright
ENV PATH=/opt/rollwright/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
USER rollwright
WORKDIR /data
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
# On DATABASE_URL where that is set, else on /data/rollwright.db.
CMD ["rollwright", "serve", "--host", "0.0.0.0"]
